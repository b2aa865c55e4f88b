package io.tenure.client.admin;

import io.grpc.Channel;
import io.tenure.client.error.IndeterminateException;
import io.tenure.client.error.RefusedException;
import io.tenure.client.error.TenureException;
import io.tenure.client.internal.call.PlainConnection;
import io.tenure.client.internal.call.WireCodec;
import io.tenure.client.internal.connection.CallEffect;
import io.tenure.client.internal.connection.Endpoint;
import io.tenure.client.view.HoldView;
import io.tenure.protocol.v1.AddMemberRequest;
import io.tenure.protocol.v1.AdminGrpc;
import io.tenure.protocol.v1.AdminGrpc.AdminBlockingStub;
import io.tenure.protocol.v1.CompareStateRequest;
import io.tenure.protocol.v1.ForgetMemberRequest;
import io.tenure.protocol.v1.ListSessionsReply;
import io.tenure.protocol.v1.ListSessionsRequest;
import io.tenure.protocol.v1.RaiseRevisionRequest;
import io.tenure.protocol.v1.RemoveMemberRequest;
import io.tenure.protocol.v1.RevokeHoldReply;
import io.tenure.protocol.v1.RevokeHoldRequest;
import io.tenure.protocol.v1.StatusRequest;
import io.tenure.protocol.v1.TransferLeadershipRequest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Administers a cluster: status, members, sessions, leadership, revocation. Every call blocks, and
 * can throw {@link TenureException}.
 */
public final class ClusterAdmin implements AutoCloseable {
  private static final Duration STATUS_DEADLINE = Duration.ofSeconds(1);
  private static final Duration DEADLINE = Duration.ofSeconds(10);

  /** A new member first gets everything that there is. */
  private static final Duration MEMBER_DEADLINE = Duration.ofMinutes(2);

  /** Longer than the members wait for each other. */
  private static final Duration COMPARE_DEADLINE = Duration.ofSeconds(75);

  private final PlainConnection connection;

  private ClusterAdmin(PlainConnection connection) {
    this.connection = connection;
  }

  /**
   * Creates a client. It connects with the first call.
   *
   * @param servers one or more nodes of the cluster, each {@code HOST:PORT}
   * @throws IllegalArgumentException if an address is invalid
   */
  public static ClusterAdmin of(List<String> servers) {
    return new ClusterAdmin(new PlainConnection(Endpoint.parseAll(servers)));
  }

  /** Returns the status of the first node that can be reached. */
  public NodeStatus status() {
    return connection.call(CallEffect.READS, ClusterAdmin::askStatus);
  }

  /**
   * Asks each of these nodes for its status.
   *
   * @return by address, in the order of the argument; empty for a node that does not answer within
   *     one second
   */
  public Map<String, Optional<NodeStatus>> statusOf(List<String> addresses) {
    ExecutorService threads = Executors.newFixedThreadPool(Math.max(1, addresses.size()));
    try {
      Map<String, CompletableFuture<Optional<NodeStatus>>> asked = new LinkedHashMap<>();
      for (String address : addresses) {
        Endpoint endpoint = Endpoint.parse(address);
        asked.put(address, CompletableFuture.supplyAsync(() -> findStatus(endpoint), threads));
      }
      Map<String, Optional<NodeStatus>> answers = new LinkedHashMap<>();
      asked.forEach((address, answer) -> answers.put(address, answer.join()));
      return answers;
    } finally {
      threads.shutdown();
    }
  }

  private Optional<NodeStatus> findStatus(Endpoint endpoint) {
    try {
      return Optional.of(connection.callAt(endpoint, CallEffect.READS, ClusterAdmin::askStatus));
    } catch (TenureException e) {
      return Optional.empty();
    }
  }

  private static NodeStatus askStatus(Channel channel) {
    return WireCodec.status(
        admin(channel, STATUS_DEADLINE).status(StatusRequest.getDefaultInstance()));
  }

  /**
   * Adds a node to the cluster. The node must be running and waiting to be added.
   *
   * @return all members
   */
  public List<Member> addMember(Member member) {
    AddMemberRequest request =
        AddMemberRequest.newBuilder().setMember(WireCodec.member(member)).build();
    return connection.call(
        CallEffect.CHANGES,
        channel ->
            WireCodec.members(admin(channel, MEMBER_DEADLINE).addMember(request).getMembersList()));
  }

  /**
   * Removes a node from the cluster.
   *
   * @return the remaining members
   */
  public List<Member> removeMember(String node) {
    RemoveMemberRequest request = RemoveMemberRequest.newBuilder().setNode(node).build();
    return connection.call(
        CallEffect.CHANGES,
        channel ->
            WireCodec.members(
                admin(channel, MEMBER_DEADLINE).removeMember(request).getMembersList()));
  }

  /**
   * Makes all members delete their record of a node that is not a member, so that a node with this
   * id and other data can be added. Use it only for an id under which no node was ever a member: a
   * node that has voted must not return without its data.
   *
   * @return the members that had a record
   * @throws TenureException if a member does not answer, or the node is a member
   */
  public List<String> forgetMember(String node) {
    ForgetMemberRequest request = ForgetMemberRequest.newBuilder().setNode(node).build();
    return connection.call(
        CallEffect.CHANGES,
        channel -> List.copyOf(admin(channel, DEADLINE).forgetMember(request).getClearedOnList()));
  }

  /**
   * Makes another node the leader of a shard.
   *
   * @param node the new leader; empty to let the service choose
   * @return the new leader
   */
  public String transferLeadership(String node, int shard) {
    TransferLeadershipRequest request =
        TransferLeadershipRequest.newBuilder().setNode(node).setShard(shard).build();
    return connection.call(
        CallEffect.CHANGES,
        channel -> admin(channel, DEADLINE).transferLeadership(request).getNode());
  }

  /**
   * Ends a hold of any client.
   *
   * @param token the token of the hold, so that a later holder is never hit by mistake
   * @throws RefusedException if the key is not held with this token
   */
  public HoldView revoke(String key, long token) {
    RevokeHoldRequest request = RevokeHoldRequest.newBuilder().setKey(key).setToken(token).build();
    RevokeHoldReply reply =
        connection.call(
            CallEffect.CHANGES, channel -> admin(channel, DEADLINE).revokeHold(request));
    if (reply.hasRefusal()) {
      throw WireCodec.refusal(reply.getRefusal());
    }
    return WireCodec.hold(reply.getRevoked());
  }

  /**
   * Returns a page of the live sessions.
   *
   * @param pageToken the token from the previous page; empty for the first page
   */
  public SessionPage sessions(String pageToken) {
    ListSessionsRequest request = ListSessionsRequest.newBuilder().setPageToken(pageToken).build();
    ListSessionsReply reply =
        connection.call(
            CallEffect.READS, channel -> admin(channel, DEADLINE).listSessions(request));
    return WireCodec.page(reply);
  }

  /**
   * Raises the revision of a shard after a restore from a backup, so that new tokens exceed every
   * token that may have been granted since the backup.
   *
   * @param above the highest token known to have been granted, or 0
   * @return the new revision
   */
  public long raiseRevision(long above, int shard) {
    RaiseRevisionRequest request =
        RaiseRevisionRequest.newBuilder().setAbove(above).setShard(shard).build();
    return connection.call(
        CallEffect.CHANGES,
        channel -> admin(channel, DEADLINE).raiseRevision(request).getRevision());
  }

  /**
   * Makes all members compare their states of a shard at the same index of the log. This takes up
   * to one minute if a member does not answer.
   *
   * <p>A member whose state differs from that of a majority stops. The call therefore counts as a
   * change: without an answer it throws {@link IndeterminateException}. It can be repeated.
   */
  public StateComparison compareState(int shard) {
    CompareStateRequest request = CompareStateRequest.newBuilder().setShard(shard).build();
    return connection.call(
        CallEffect.CHANGES,
        channel -> WireCodec.comparison(admin(channel, COMPARE_DEADLINE).compareState(request)));
  }

  private static AdminBlockingStub admin(Channel channel, Duration deadline) {
    return AdminGrpc.newBlockingStub(channel)
        .withDeadlineAfter(deadline.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    connection.close();
  }
}
