/** The network of a run: namespaces, links, and the rules that cut and slow them. */
@NullMarked
package io.tenure.faults.cluster.network;

import org.jspecify.annotations.NullMarked;
