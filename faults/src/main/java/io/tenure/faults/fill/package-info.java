/**
 * Fills a cluster to every limit in bytes and keeps it there while its nodes are killed and
 * restarted. In: a started {@code cluster.Cluster}. Out: which limits were reached, and whether the
 * service stayed responsive. Each filler runs on a thread of its own and has its own connections.
 */
@NullMarked
package io.tenure.faults.fill;

import org.jspecify.annotations.NullMarked;
