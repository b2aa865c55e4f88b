/**
 * A real service for the tests of programs that use it: {@link io.tenure.testkit.TestServer} is one
 * node, {@link io.tenure.testkit.TestCluster} several, {@link io.tenure.testkit.TenureExtension} is
 * for JUnit.
 *
 * <p>In: a configuration. Out: running nodes with the real engine, sockets and disk, in this
 * process.
 *
 * <p>Threads: any thread. Closing a node takes up to a second.
 *
 * <p>May depend on: the client, which appears in signatures, and the way into the server, which
 * does not. Only the extension and the contract know JUnit.
 */
@NullMarked
package io.tenure.testkit;

import org.jspecify.annotations.NullMarked;
