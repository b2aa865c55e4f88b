/** Hazelcast's CP subsystem, from its jar. */
@NullMarked
package io.tenure.compare.system.hazelcast;

import org.jspecify.annotations.NullMarked;
