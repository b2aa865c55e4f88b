/**
 * How log entries and the replies to them get from node to node: on a connection of their own, with
 * the least between the engine and the socket. It starts at the engine's port like any other and is
 * told apart by its first bytes; everything else between nodes stays gRPC.
 *
 * <p>After the greeting, which the other side returns, it carries frames: a length in four bytes,
 * then the message. Frames to a follower are the engine's append requests. Frames back begin with a
 * byte: {@link io.tenure.server.raft.ratis.wire.Frames#REPLY} before a reply, {@link
 * io.tenure.server.raft.ratis.wire.Frames#FAILURE} before the call id in eight bytes, a byte that
 * is 1 for a heartbeat, and a message; a failure is the last frame.
 */
@NullMarked
package io.tenure.server.raft.ratis.wire;

import org.jspecify.annotations.NullMarked;
