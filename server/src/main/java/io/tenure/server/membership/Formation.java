package io.tenure.server.membership;

import io.tenure.server.config.Peer;
import io.tenure.server.config.ServerConfig;
import io.tenure.server.config.StartRefusedException;
import io.tenure.server.directory.DataDirectory;
import io.tenure.server.directory.IntroductionReply;
import io.tenure.server.directory.JoinState;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a node with an empty data directory does before its Raft groups start.
 *
 * <p>Such a node is either really new, or it has been in the cluster and lost its data. The second
 * kind has forgotten which candidates it voted for and which entries it acknowledged: under its old
 * id it could help to elect two leaders in one term, or to lose what was committed. It cannot tell
 * the two apart, but the others can, because a node introduces itself before it first takes part
 * and they write down whom they have met.
 *
 * <ol>
 *   <li>A node that any peer refuses does not start.
 *   <li>Whoever takes part has been accepted by more than half of the <em>other</em> peers. Any two
 *       such sets share a peer. So a node that took part and lost its data always needs the answer
 *       of somebody who remembers it, and is refused.
 *   <li>Peers remember only nodes that they expect: those in their configuration, members, and
 *       those that are announced. A node that a formed cluster does not expect starts without a
 *       Raft group of its own and waits; when an operator adds it, the leader first announces it to
 *       more than half of the members, which counts as their acceptance ({@link MemberRecords}).
 *   <li>The acceptance is on the peer's disk before it is given, and the incarnation on the node's
 *       own before it is shown: a crash at any moment repeats the same introduction.
 *   <li>That it takes part is on its own disk before its Raft groups start.
 * </ol>
 *
 * <p>This holds as long as not too many peers lose their data, too: one of the witnesses must still
 * have its own. For three nodes both others are needed, so the very first start wants all three;
 * for five it wants four.
 */
public final class Formation {
  private static final Logger LOG = LoggerFactory.getLogger(Formation.class);
  private static final Duration ASKING_INTERVAL = Duration.ofMillis(200);
  private static final Duration LOGGING_INTERVAL = Duration.ofSeconds(10);

  /** What became of one question; no introduction if it was not answered. */
  private record Reply(Peer peer, @Nullable IntroductionReply introduction) {}

  private final DataDirectory directory;
  private final Peer self;
  private final List<Peer> others;
  private final PeerIntroduction introduction;
  private final Duration interval;

  private final BlockingQueue<Reply> replies = new LinkedBlockingQueue<>();
  private final Set<String> asked = new HashSet<>();

  /** The latest answer of each peer. An acceptance stays true when its peer is gone again. */
  private final Map<String, IntroductionReply> answers = new TreeMap<>();

  private List<String> lastWaitedFor = List.of();
  private long lastLoggedNanos;

  public Formation(
      DataDirectory directory, ServerConfig.Addresses addresses, PeerIntroduction introduction) {
    this(directory, addresses, introduction, ASKING_INTERVAL);
  }

  Formation(
      DataDirectory directory,
      ServerConfig.Addresses addresses,
      PeerIntroduction introduction,
      Duration interval) {
    this.directory = directory;
    this.self = addresses.self();
    this.others = addresses.others();
    this.introduction = introduction;
    this.interval = interval;
  }

  /**
   * Waits until it is safe to start the Raft groups, for ever if need be. Returns at once if this
   * was settled before.
   *
   * @return how to start them; never {@link JoinState#NEW}
   */
  public JoinState complete() throws StartRefusedException, IOException, InterruptedException {
    if (directory.formed()) {
      return directory.standing();
    }
    JoinState decided = decide(self.id(), others.size(), answers);
    while (decided == null) {
      ask();
      decided = hear();
    }
    directory.form(decided);
    announce(decided);
    return decided;
  }

  /**
   * The rules.
   *
   * @param answers by peer; those that have not answered are missing
   * @return null while it is open
   */
  static @Nullable JoinState decide(String node, int others, Map<String, IntroductionReply> answers)
      throws StartRefusedException {
    if (others == 0) {
      return JoinState.FOUNDER;
    }
    int enough = 0;
    boolean foreign = false;
    for (Map.Entry<String, IntroductionReply> entry : answers.entrySet()) {
      IntroductionReply answer = entry.getValue();
      if (answer.unknown()) {
        // A cluster that has formed without this node may still add it.
        enough += answer.formed() ? 1 : 0;
      } else if (answer.accepted()) {
        enough++;
      } else {
        throw forgotten(node, entry.getKey(), answer.formed());
      }
      foreign |= answer.formed() && !answer.member();
    }
    if (enough < others / 2 + 1) {
      return null;
    }
    // A member that a formed cluster does not know must not bring a group of its own along,
    // whatever
    // the others say: they may lag behind.
    return foreign ? JoinState.JOINED : JoinState.FOUNDER;
  }

  /** Before a cluster has formed no client port is open, so there is nothing to be removed from. */
  private static StartRefusedException forgotten(String node, String witness, boolean formed) {
    String advice =
        formed
            ? "Run `tenure member remove %1$s`, then start it with a new id and run `tenure member add`."
                + " If no node with this id was ever a member, run `tenure member forget %1$s`"
            : "%2$s has not joined a cluster yet. If no other node of this cluster has either"
                + " (none has logged that it founds the cluster), stop %2$s, run `tenure member forget"
                + " %1$s --data DIRECTORY` with its data directory, and start both again";
    return new StartRefusedException(
        ("%1$s has an empty data directory, but %2$s has a record of %1$s with another one. A voter"
                + " that lost its data has forgotten its vote and must not return under its old id. "
                + advice)
            .formatted(node, witness));
  }

  /** Everybody, again and again: a peer that has answered may have formed since. */
  private void ask() {
    for (Peer peer : others) {
      if (asked.add(peer.id())) {
        CompletableFuture<IntroductionReply> unused =
            introduction
                .introduce(peer.raftAddress().toString(), directory.node(), directory.incarnation())
                .whenComplete((answer, failure) -> replies.add(new Reply(peer, answer)));
      }
    }
  }

  /** Listens for one interval, or until there is a decision. */
  private @Nullable JoinState hear() throws StartRefusedException, InterruptedException {
    long end = System.nanoTime() + interval.toNanos();
    while (true) {
      Reply reply = replies.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (reply == null) {
        logWaiting();
        return null;
      }
      asked.remove(reply.peer().id());
      if (reply.introduction() != null) {
        answers.put(reply.peer().id(), reply.introduction());
        JoinState decided = decide(self.id(), others.size(), answers);
        if (decided != null) {
          return decided;
        }
      }
    }
  }

  private void logWaiting() {
    List<String> missing =
        others.stream().map(Peer::id).filter(id -> !countsToStart(answers.get(id))).toList();
    boolean due = System.nanoTime() - lastLoggedNanos > LOGGING_INTERVAL.toNanos();
    if (!missing.equals(lastWaitedFor) || due) {
      LOG.info(
          "first start: waiting for {} to answer at its Raft port and to have this node in its"
              + " setting peers",
          String.join(", ", missing));
      lastWaitedFor = missing;
      lastLoggedNanos = System.nanoTime();
    }
  }

  /** A peer that forms a cluster of its own must list this node in its setting {@code peers}. */
  private static boolean countsToStart(@Nullable IntroductionReply answer) {
    return answer != null && (!answer.unknown() || answer.formed());
  }

  private void announce(JoinState decided) {
    if (decided == JoinState.JOINED) {
      LOG.info("waiting to be added to the cluster: run `tenure member add {}`", self);
    } else if (!others.isEmpty()) {
      LOG.info(
          "founding the cluster with {}",
          others.stream().map(Peer::id).collect(Collectors.joining(", ")));
    }
  }
}
