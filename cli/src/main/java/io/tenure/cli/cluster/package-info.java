/**
 * {@code tenure cluster}: several nodes on this machine, each a process of its own, described by a
 * file in the folder of the cluster.
 *
 * <p>In: the folder of a cluster. Out: started, stopped, killed or resumed processes.
 *
 * <p>Threads: the main thread.
 *
 * <p>May depend on: {@code cli.process}, {@code cli.server}, {@code cli.terminal} and {@code
 * client.admin}.
 */
@NullMarked
package io.tenure.cli.cluster;

import org.jspecify.annotations.NullMarked;
