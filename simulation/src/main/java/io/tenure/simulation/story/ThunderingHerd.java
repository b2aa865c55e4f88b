package io.tenure.simulation.story;

import io.tenure.simulation.stage.Candidate.RetryPolicy;
import io.tenure.simulation.stage.Ending;
import io.tenure.simulation.stage.Line;
import io.tenure.simulation.stage.Proof;
import io.tenure.simulation.stage.Stage;
import io.tenure.simulation.stage.Story;
import io.tenure.simulation.stage.StoryRun;
import io.tenure.simulation.world.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The same thousand candidates three times: they retry at once, retry with jitter, or queue. */
final class ThunderingHerd implements Story {
  @Override
  public Ending play(StoryRun storyRun) {
    storyRun.note(
        """
        1,000 candidates want one key. Its holder leaves after 0.5 s, and whoever gets it next keeps
        it for 0.05 s. The same three servers, asked in three manners, up to the tenth hand-over.\
        """);
    List<Herd.Count> counts = new ArrayList<>();
    for (RetryPolicy retryPolicy : RetryPolicy.values()) {
      storyRun.audience().accept(Line.outside(Line.Kind.NOTE, retryPolicy.title()));
      counts.add(new Herd(new Stage(storyRun), retryPolicy).play());
      storyRun.audience().accept(Line.outside(Line.Kind.NOTE, ""));
    }
    table(counts).forEach(row -> storyRun.audience().accept(Line.outside(Line.Kind.NOTE, row)));
    return ending(counts.get(0), counts.get(1), counts.get(2));
  }

  private static List<String> table(List<Herd.Count> counts) {
    List<String> rows = new ArrayList<>();
    rows.add(row("", "requests", "requests for", "average time", "first come,"));
    rows.add(row("", "while waiting", "10 hand-overs", "per hand-over", "first served"));
    for (Herd.Count count : counts) {
      rows.add(
          row(
              count.retryPolicy().toString(),
              String.format(Locale.ROOT, "%,d", count.waiting()),
              String.format(Locale.ROOT, "%,d", count.handingOver()),
              String.format(Locale.ROOT, "%.1f ms", (double) count.delay() / Time.MILLISECOND),
              count.inOrder() ? "yes" : "no"));
    }
    return rows;
  }

  private static String row(String retryPolicy, String... figures) {
    StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%-20s", retryPolicy));
    for (String figure : figures) {
      text.append(String.format(Locale.ROOT, "%15s", figure));
    }
    return text.toString();
  }

  private static Ending ending(Herd.Count immediate, Herd.Count jitter, Herd.Count queue) {
    return new Proof()
        .that("all three handed the key over ten times", () -> isComplete(immediate, jitter, queue))
        .that("the queue was fair", queue::inOrder)
        .that("retrying was not", () -> !immediate.inOrder() && !jitter.inOrder())
        .that("jitter saved requests", () -> jitter.handingOver() < immediate.handingOver())
        .that("the queue saved more", () -> queue.handingOver() < jitter.handingOver())
        .shows(
            () ->
                String.format(
                    Locale.ROOT,
                    "%d hand-overs cost %,d requests with immediate retry, %,d with jitter, %,d"
                        + " with the queue.",
                    Herd.HAND_OVERS,
                    immediate.handingOver(),
                    jitter.handingOver(),
                    queue.handingOver()));
  }

  private static boolean isComplete(Herd.Count... counts) {
    return List.of(counts).stream().allMatch(count -> count.handOvers() == Herd.HAND_OVERS);
  }
}
