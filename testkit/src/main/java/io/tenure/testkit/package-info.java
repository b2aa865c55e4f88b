/**
 * A real service for the tests of programs that use it: {@link io.tenure.testkit.TestServer} is one
 * node, {@link io.tenure.testkit.TestCluster} several, {@link io.tenure.testkit.TenureExtension} is
 * for JUnit. Nodes run in this process, with the engine, the sockets and the disk that they have
 * anywhere else.
 *
 * <p>Depends on the client, which appears in signatures, and on the way into the server, which does
 * not. Only the extension knows JUnit.
 *
 * <p>Threads: everything is done by the caller's, and may be called by any; but closing a node
 * takes the engine up to a second, and nobody waits for that who need not.
 */
@NullMarked
package io.tenure.testkit;

import org.jspecify.annotations.NullMarked;
