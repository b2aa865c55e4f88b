package io.tenure.simulation.cluster;

import io.tenure.core.Applied;
import io.tenure.core.LockState;
import io.tenure.core.model.Command;
import io.tenure.core.model.SessionId;
import io.tenure.simulation.world.Node;
import io.tenure.simulation.world.Time;
import io.tenure.simulation.world.World;
import org.jspecify.annotations.Nullable;

/**
 * One lock server: a Raft member with a replica of the lock state.
 *
 * <p>It follows unless it has a {@link Campaign} or a {@link Leadership}; both live in memory and
 * end with the term. What it must not forget is on its {@link Disk} before it says so to anybody.
 */
public final class Server extends Node {
  private static final long MIN_ELECTION_TIMEOUT = Time.millis(300);
  private static final long MAX_ELECTION_TIMEOUT = Time.millis(600);

  private final Cluster cluster;
  private final int place;
  private Disk disk = new Disk();
  private Replica replica;
  private long commitIndex;
  private @Nullable Server leader;
  private @Nullable Campaign campaign;
  private @Nullable Leadership leadership;

  /** On the own clock: when it stops waiting for a leader. */
  private long electionDeadline;

  /** On the own clock: until when it is loyal to a leader it has heard from. */
  private long loyalUntil;

  Server(World world, Cluster cluster, int place) {
    super(world, "Server" + (place + 1));
    this.cluster = cluster;
    this.place = place;
    this.replica = new Replica(cluster.settings(), null);
  }

  @Override
  protected void onStart() {
    if (cluster.settings().has(Flaw.FORGETS_DISK)) {
      disk = new Disk();
    }
    StoredSnapshot snapshot = disk.snapshot();
    replica = new Replica(cluster.settings(), snapshot);
    commitIndex = replica.applied();
    if (snapshot != null) {
      world().trace().restored(this, commitIndex);
    }
    waitForLeader();
    electionTick();
  }

  @Override
  protected void onCrash() {
    leader = null;
    campaign = null;
    leadership = null;
    loyalUntil = Long.MIN_VALUE;
  }

  public long term() {
    return disk.term;
  }

  /** Whether it takes itself for the leader, rightly or not. */
  public boolean leads() {
    return leadership != null;
  }

  /** Its replica of the state, to look at. */
  public LockState state() {
    return replica.state();
  }

  /** How far its replica has executed the log. */
  public long appliedIndex() {
    return replica.applied();
  }

  /** Shows the replica's state to whoever traces it. */
  public void revealState() {
    world().trace().snapshotTaken(this, replica.applied(), replica.bytes());
  }

  // What clients send.

  public void onCommand(Caller client, long call, Command command) {
    if (leadership == null) {
      Server known = leader;
      world().network().send(this, client, c -> c.redirected(call, known));
    } else {
      leadership.propose(client, call, command);
    }
  }

  public void onKeepAlive(Caller client, SessionId session, long sentAt) {
    if (leadership == null || !leadership.isReady()) {
      Server known = leader;
      world().network().send(this, client, c -> c.keepAliveRedirected(session, known));
    } else {
      leadership.keepAlive(client, session, sentAt);
    }
  }

  // Elections.

  /** Runs for as long as the server does; whether there is anything to do is decided when due. */
  private void electionTick() {
    if (leadership == null && electionDeadline <= clock().monotonic()) {
      stand(cluster.settings().preVote());
    } else if (leadership != null) {
      waitForLeader();
    }
    after(electionDeadline - clock().monotonic(), this::electionTick);
  }

  private void waitForLeader() {
    electionDeadline =
        clock().monotonic() + world().dice().between(MIN_ELECTION_TIMEOUT, MAX_ELECTION_TIMEOUT);
  }

  private void stand(boolean preVote) {
    waitForLeader();
    leader = null;
    if (!preVote) {
      disk.enterTerm(disk.term + 1);
      disk.votedFor = place;
    }
    Campaign started = new Campaign(preVote ? disk.term + 1 : disk.term, preVote);
    campaign = started;
    Ballot ballot = new Ballot(this, started.term(), disk.lastIndex(), disk.lastTerm(), preVote);
    for (Server peer : cluster.servers()) {
      if (peer != this) {
        world().network().send(this, peer, p -> p.onBallot(ballot));
      }
    }
    count(place);
  }

  private void onBallot(Ballot ballot) {
    if (!ballot.preVote() && ballot.term() > disk.term) {
      follow(ballot.term(), null);
    }
    boolean granted =
        isUpToDate(ballot) && (ballot.preVote() ? wouldVote(ballot) : mayVote(ballot));
    if (granted && !ballot.preVote()) {
      disk.votedFor = ballot.candidate().place;
      waitForLeader();
    }
    Ballot.Reply reply =
        new Ballot.Reply(this, granted ? ballot.term() : disk.term, granted, ballot.preVote());
    world().network().send(this, ballot.candidate(), c -> c.onBallotReply(reply));
  }

  private boolean mayVote(Ballot ballot) {
    boolean free = disk.votedFor == Disk.NOBODY || disk.votedFor == ballot.candidate().place;
    return ballot.term() == disk.term && free;
  }

  private boolean wouldVote(Ballot ballot) {
    boolean hasLeader = leadership != null || clock().monotonic() < loyalUntil;
    return ballot.term() > disk.term && !hasLeader;
  }

  private boolean isUpToDate(Ballot ballot) {
    return ballot.lastTerm() > disk.lastTerm()
        || (ballot.lastTerm() == disk.lastTerm() && ballot.lastIndex() >= disk.lastIndex());
  }

  private void onBallotReply(Ballot.Reply reply) {
    if (!reply.granted()) {
      if (reply.term() > disk.term) {
        follow(reply.term(), null);
      }
    } else if (campaign != null && campaign.isAbout(reply)) {
      count(reply.voter().place);
    }
  }

  private void count(int voter) {
    if (campaign == null) {
      return;
    }
    campaign.count(voter);
    if (!campaign.isWon(cluster.servers().size())) {
      return;
    }
    if (campaign.isPreVote()) {
      stand(false);
    } else {
      campaign = null;
      leader = this;
      leadership = new Leadership(this);
      world().trace().elected(this, disk.term);
      leadership.begin();
    }
  }

  /** Follows in this term, whoever leads it. */
  void follow(long term, @Nullable Server newLeader) {
    if (leadership != null) {
      world().trace().steppedDown(this, disk.term);
      leadership = null;
      waitForLeader();
    }
    if (term > disk.term) {
      disk.enterTerm(term);
    }
    campaign = null;
    leader = newLeader;
  }

  // The log.

  void onAppend(AppendEntries message) {
    if (!accepts(message.leader(), message.term())) {
      refuse(message.leader());
      return;
    }
    long previous = message.previousIndex();
    if (previous > disk.lastIndex()) {
      reply(message.leader(), false, disk.lastIndex(), message.round());
    } else if (disk.reaches(previous) && disk.termAt(previous) != message.previousTerm()) {
      // Everything up to the commit index is the leader's too.
      reply(message.leader(), false, commitIndex, message.round());
    } else {
      long matched = append(message);
      commit(Math.min(message.commit(), matched));
      reply(message.leader(), true, matched, message.round());
    }
  }

  private long append(AppendEntries message) {
    long index = message.previousIndex();
    for (Entry entry : message.entries()) {
      index++;
      boolean compacted = index <= disk.lastIndex() && !disk.reaches(index);
      if (compacted || (disk.reaches(index) && disk.termAt(index) == entry.term())) {
        continue;
      }
      if (index <= commitIndex) {
        throw new IllegalStateException(this + " would lose committed entry " + index);
      }
      if (index <= disk.lastIndex()) {
        disk.truncateAfter(index - 1);
      }
      disk.append(entry);
    }
    return index;
  }

  void onInstall(InstallSnapshot message) {
    if (!accepts(message.leader(), message.term())) {
      refuse(message.leader());
      return;
    }
    StoredSnapshot snapshot = message.snapshot();
    if (snapshot.index() > commitIndex) {
      disk.install(snapshot);
      replica = new Replica(cluster.settings(), snapshot);
      commitIndex = snapshot.index();
      world().trace().restored(this, commitIndex);
    }
    reply(message.leader(), true, commitIndex, message.round());
  }

  private boolean accepts(Server sender, long term) {
    if (term < disk.term) {
      return false;
    }
    follow(term, sender);
    waitForLeader();
    loyalUntil = clock().monotonic() + MIN_ELECTION_TIMEOUT;
    return true;
  }

  private void reply(Server to, boolean matched, long index, long round) {
    AppendEntries.Reply reply = new AppendEntries.Reply(this, disk.term, matched, index, round);
    world().network().send(this, to, l -> l.onAppendReply(reply));
  }

  /** Confirms no round: the sender may lead by now in the very term that it is told here. */
  private void refuse(Server deposed) {
    reply(deposed, false, 0, AppendEntries.NO_ROUND);
  }

  private void onAppendReply(AppendEntries.Reply reply) {
    if (reply.term() > disk.term) {
      follow(reply.term(), null);
    } else if (leadership != null && reply.term() == disk.term) {
      leadership.onReply(reply);
    }
  }

  /** Executes everything up to an index that a majority has. */
  void commit(long index) {
    commitIndex = Math.max(commitIndex, index);
    while (replica.applied() < commitIndex) {
      long next = replica.applied() + 1;
      Entry entry = disk.entry(next);
      Applied applied = replica.apply(entry);
      cluster.report(this, next, entry.command(), applied);
      if (leadership != null) {
        leadership.onApplied(next, entry.command(), applied);
      }
      if (next % cluster.settings().snapshotEvery() == 0) {
        takeSnapshot(next);
      }
    }
  }

  private void takeSnapshot(long index) {
    byte[] bytes = replica.bytes();
    world().trace().snapshotTaken(this, index, bytes);
    disk.store(
        new StoredSnapshot(index, disk.termAt(index), bytes), cluster.settings().entriesKept());
  }

  // For the leadership.

  Cluster cluster() {
    return cluster;
  }

  int place() {
    return place;
  }

  Disk disk() {
    return disk;
  }

  Replica replica() {
    return replica;
  }

  long commitIndex() {
    return commitIndex;
  }

  boolean isLedBy(Leadership which) {
    return leadership == which;
  }
}
