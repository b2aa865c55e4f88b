/**
 * The network of a run: namespaces, links, and the rules that cut and slow them.
 *
 * <p>In: which links are cut, slow or lossy. Out: commands to the kernel.
 *
 * <p>Threads: several threads may use it.
 *
 * <p>May depend on: {@code cluster}, for running programs.
 */
@NullMarked
package io.tenure.faults.cluster.network;

import org.jspecify.annotations.NullMarked;
