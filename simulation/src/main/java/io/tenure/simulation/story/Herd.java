package io.tenure.simulation.story;

import io.tenure.core.Applied;
import io.tenure.core.model.Command;
import io.tenure.core.model.Key;
import io.tenure.core.model.Outcome;
import io.tenure.simulation.cluster.Cluster;
import io.tenure.simulation.cluster.ClusterSettings;
import io.tenure.simulation.stage.Candidate;
import io.tenure.simulation.stage.Candidate.RetryPolicy;
import io.tenure.simulation.stage.Servers;
import io.tenure.simulation.stage.Stage;
import io.tenure.simulation.stage.Words;
import io.tenure.simulation.world.Node;
import io.tenure.simulation.world.Time;
import io.tenure.simulation.world.Trace;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** One key, one holder, and a thousand candidates that wait for it with the same retry policy. */
final class Herd implements Trace {
  static final int HAND_OVERS = 10;

  private static final int CANDIDATES = 1_000;
  private static final int SERVERS = 3;
  private static final Key KEY = Key.of("/leader");
  private static final double ARRIVALS_SECONDS = 0.2;
  private static final double LEAVES_AT_SECONDS = 0.5;
  private static final double WORK_SECONDS = 0.05;
  private static final double LONGEST_SECONDS = 120;

  /**
   * What was counted.
   *
   * @param waiting requests until the first holder left
   * @param handingOver requests from then until the last hand-over
   * @param handOvers how many there were
   * @param delay nanoseconds from leaving to the next one's knowing, on average
   * @param inOrder whether those who came first were served first
   */
  record Count(
      RetryPolicy retryPolicy,
      int waiting,
      int handingOver,
      int handOvers,
      long delay,
      boolean inOrder) {}

  private final Stage stage;
  private final RetryPolicy retryPolicy;
  private final Cluster cluster;
  private final List<Candidate> candidates = new ArrayList<>();

  /** In the order in which the service first heard of them. */
  private final Set<String> arrived = new LinkedHashSet<>();

  private int requests;
  private int refusals;
  private int requestsWhenLeft;
  private int handOvers;
  private long leftAt;
  private long delays;

  Herd(Stage stage, RetryPolicy retryPolicy) {
    this.stage = stage;
    this.retryPolicy = retryPolicy;
    this.cluster = new Cluster(stage.world(), ClusterSettings.of(SERVERS));
    stage.world().listen(this);
    for (int i = 0; i <= CANDIDATES; i++) {
      String name = i == 0 ? "Holder" : "Candidate" + i;
      candidates.add(new Candidate(cluster, name, retryPolicy, KEY, this::onGranted));
    }
  }

  Count play() {
    cluster.start();
    stage.prepare(() -> cluster.leader() != null);
    candidates.forEach(Candidate::start);
    stage.open(() -> candidates.stream().allMatch(Candidate::isReady));
    Candidate holder = candidates.get(0);
    holder.ask();
    for (Candidate candidate : candidates.subList(1, candidates.size())) {
      stage.at(0.01 + stage.between(0, ARRIVALS_SECONDS), candidate::ask);
    }
    stage.at(LEAVES_AT_SECONDS, () -> leave(holder));
    stage.play(LONGEST_SECONDS, () -> handOvers == HAND_OVERS);
    return new Count(
        retryPolicy,
        requestsWhenLeft,
        requests - requestsWhenLeft,
        handOvers,
        delays / Math.max(1, handOvers),
        isInOrder());
  }

  private void leave(Candidate holder) {
    if (handOvers == 0) {
      requestsWhenLeft = requests;
      tell("Holder", "leaves; so far %s, %,d refused", Words.count(requests, "request"), refusals);
    }
    leftAt = stage.now();
    holder.release();
  }

  private void onGranted(Candidate candidate) {
    if (candidate == candidates.get(0)) {
      tell("Holder", "holds %s, and %,d candidates begin to ask", KEY, CANDIDATES);
      return;
    }
    handOvers++;
    delays += stage.now() - leftAt;
    if (handOvers == 1 || handOvers == HAND_OVERS) {
      tell(
          Servers.NAME,
          "hand-over %d, to %s, %s after the holder left",
          handOvers,
          candidate,
          Words.count(requests - requestsWhenLeft, "request"));
    }
    candidate.after(Time.seconds(WORK_SECONDS), () -> leave(candidate));
  }

  @Override
  public void committed(Node server, long index, Command command, Applied applied) {
    if (command instanceof Command.Numbered) {
      requests++;
    }
    if (command instanceof Command.AcquireLock acquire) {
      arrived.add(acquire.owner());
    }
    if (applied.outcome() instanceof Outcome.Busy) {
      refusals++;
    }
  }

  private boolean isInOrder() {
    List<String> served = stage.chronicle().served();
    return served.equals(arrived.stream().limit(served.size()).toList());
  }

  private void tell(String actor, String format, Object... arguments) {
    stage.tell(actor, String.format(Locale.ROOT, format, arguments));
  }
}
