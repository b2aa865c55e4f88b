package io.tenure.simulation.cluster;

import io.tenure.core.Applied;
import io.tenure.core.model.Command;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.Session;
import io.tenure.core.model.SessionId;
import io.tenure.simulation.world.Network;
import io.tenure.simulation.world.Time;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a server does and remembers while it leads: it replicates the log, confirms again and again
 * that it still leads, answers clients, and watches their sessions.
 *
 * <p>Sessions are watched from the moment the empty entry of the own term has been executed: by
 * then everything that earlier leaders committed has been too. At that moment every session gets
 * its full TTL, so nothing that an earlier leader acknowledged can be cut short.
 */
final class Leadership {
  private static final long TICK = Time.millis(75);

  /** How long commands and keep-alives gather before they are sent together. */
  private static final long BATCH_DELAY = Time.millis(1);

  private static final int MAX_BATCH = 64;
  private static final long QUORUM_TIMEOUT = Time.millis(600);
  private static final double FLAWED_SHARE = 0.25;

  private final Server server;
  private final Disk disk;
  private final Network network;
  private final List<Server> servers;
  private final Rounds rounds;
  private final Answers answers;
  private final SessionClock sessions;

  /** For each server: the next index to send, and up to where its log is known to be the same. */
  private final long[] next;

  private final long[] match;

  /** For each server: when it last answered, on the own clock. */
  private final long[] heardAt;

  private final long firstIndex;
  private boolean ready;
  private boolean sending;

  Leadership(Server server) {
    this.server = server;
    this.disk = server.disk();
    this.network = server.world().network();
    this.servers = server.cluster().servers();
    this.rounds = new Rounds(servers.size(), server.place());
    this.answers = new Answers(server);
    this.sessions = new SessionClock(server.clock());
    this.next = new long[servers.size()];
    this.match = new long[servers.size()];
    this.heardAt = new long[servers.size()];
    this.firstIndex = disk.lastIndex() + 1;
    Arrays.fill(next, firstIndex);
    Arrays.fill(heardAt, server.clock().monotonic());
  }

  void begin() {
    append(new Entry(disk.term, null));
    tick();
  }

  /** Whether it knows everything that was committed before its term. */
  boolean isReady() {
    return ready;
  }

  void propose(Caller client, long call, Command command) {
    if (server.cluster().settings().has(Flaw.ANSWERS_BEFORE_COMMIT)) {
      answers.send(client, call, server.replica().copy().apply(command).outcome());
    }
    answers.expect(disk.lastIndex() + 1, client, call);
    append(new Entry(disk.term, command));
    sendSoon();
  }

  void keepAlive(Caller client, SessionId session, long sentAt) {
    answers.connect(session, client);
    long receivedAt = server.world().now();
    SessionClock.Found found = sessions.touch(session);
    if (found == SessionClock.Found.EXPIRING) {
      return;
    }
    Runnable answer =
        found == SessionClock.Found.UNKNOWN
            ? () -> network.send(server, client, c -> c.sessionUnknown(session))
            : () -> acknowledge(client, session, sentAt, receivedAt);
    if (server.cluster().settings().has(Flaw.CONFIRMS_NOTHING)) {
      answer.run();
    } else {
      rounds.whenConfirmed(answer);
      sendSoon();
    }
  }

  private void acknowledge(Caller client, SessionId session, long sentAt, long receivedAt) {
    server.world().trace().keepAliveAcknowledged(server, session, receivedAt);
    network.send(server, client, c -> c.keptAlive(session, sentAt));
  }

  // Replication.

  private void tick() {
    if (!server.isLedBy(this)) {
      return;
    }
    if (server.cluster().settings().checkQuorum() && isDeserted()) {
      server.follow(disk.term, null);
      return;
    }
    if (ready) {
      sessions.expire(this::proposeExpiry);
    }
    send();
    server.after(TICK, this::tick);
  }

  private boolean isDeserted() {
    long oldest = server.clock().monotonic() - QUORUM_TIMEOUT;
    int loyal = 0;
    for (int i = 0; i < heardAt.length; i++) {
      if (i == server.place() || heardAt[i] >= oldest) {
        loyal++;
      }
    }
    return loyal <= servers.size() / 2;
  }

  private void proposeExpiry(SessionId session) {
    append(new Entry(disk.term, new Command.ExpireSession(session)));
  }

  private void append(Entry entry) {
    disk.append(entry);
    match[server.place()] = disk.lastIndex();
  }

  private void sendSoon() {
    if (!sending) {
      sending = true;
      server.after(BATCH_DELAY, this::send);
    }
  }

  private void send() {
    sending = false;
    if (!server.isLedBy(this)) {
      return;
    }
    rounds.begin();
    for (Server peer : servers) {
      if (peer != server) {
        sendTo(peer);
      }
    }
    advance();
  }

  private void sendTo(Server peer) {
    long previous = next[peer.place()] - 1;
    StoredSnapshot snapshot = disk.snapshot();
    if (!disk.reaches(previous) && snapshot != null) {
      InstallSnapshot install = new InstallSnapshot(server, disk.term, snapshot, rounds.current());
      next[peer.place()] = snapshot.index() + 1;
      network.send(server, peer, p -> p.onInstall(install));
      return;
    }
    AppendEntries append =
        new AppendEntries(
            server,
            disk.term,
            previous,
            disk.termAt(previous),
            disk.entriesAfter(previous, MAX_BATCH),
            server.commitIndex(),
            rounds.current());
    next[peer.place()] = previous + append.entries().size() + 1;
    network.send(server, peer, p -> p.onAppend(append));
  }

  void onReply(AppendEntries.Reply reply) {
    int place = reply.follower().place();
    heardAt[place] = server.clock().monotonic();
    rounds.answered(place, reply.round());
    if (reply.matched()) {
      match[place] = Math.max(match[place], reply.index());
      next[place] = Math.max(next[place], match[place] + 1);
      advance();
    } else {
      next[place] = Math.max(match[place], reply.index()) + 1;
    }
    if (next[place] <= disk.lastIndex()) {
      sendSoon();
    }
  }

  /** Commits what a majority has, if it is of this term: older entries go along with it. */
  private void advance() {
    long[] sorted = match.clone();
    Arrays.sort(sorted);
    long majority = sorted[(sorted.length - 1) / 2];
    if (majority > server.commitIndex() && disk.termAt(majority) == disk.term) {
      server.commit(majority);
    }
  }

  // What the log decided.

  void onApplied(long index, @Nullable Command command, @Nullable Applied applied) {
    if (index == firstIndex) {
      ready = true;
      double share =
          server.cluster().settings().has(Flaw.SHORT_TERM_AT_FAILOVER) ? FLAWED_SHARE : 1;
      for (Session session : server.replica().state().sessions()) {
        sessions.watch(session.id(), session.ttlMillis(), share);
      }
    }
    if (command == null || applied == null) {
      return;
    }
    Outcome outcome = applied.outcome();
    if (command instanceof Command.OpenSession open
        && outcome instanceof Outcome.SessionOpened opened) {
      sessions.watch(opened.session(), open.ttlMillis(), 1);
    } else if (outcome instanceof Outcome.SessionEnded ended) {
      sessions.forget(ended.session());
      answers.disconnect(ended.session());
    }
    answers.onApplied(index, command, applied);
  }
}
