/**
 * What a Java program does with a cluster: hold locks, and operate it. So far what the command line
 * needs: calls that block, one connection at a time. Depends on the protocol only; no generated
 * type, and none of gRPC's, appears in a public signature.
 *
 * <p>Objects of this package are for one thread at a time; the values they give are immutable.
 */
@NullMarked
package io.tenure.client;

import org.jspecify.annotations.NullMarked;
