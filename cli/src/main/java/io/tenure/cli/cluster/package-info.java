/**
 * {@code tenure cluster}: several nodes on this machine, each a process of its own, described by a
 * file in the cluster's folder.
 */
@NullMarked
package io.tenure.cli.cluster;

import org.jspecify.annotations.NullMarked;
