/**
 * Seeded random runs of the core, compared step by step with a second model that is slow, short and
 * obvious.
 *
 * <p>{@link io.tenure.core.random.naive.NaiveModel} answers every command a second time, from plain
 * lists and scans; {@link io.tenure.core.random.Run} compares and checks the invariants after every
 * command. It knows the core only by its public face (and the number of trie nodes), so that the
 * two can only agree by both following the rules. The README beside these files tells how to replay
 * a seed.
 */
@NullMarked
package io.tenure.core.random;

import org.jspecify.annotations.NullMarked;
