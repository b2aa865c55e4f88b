package io.tenure.core.scenario;

import io.tenure.core.Applied;
import io.tenure.core.LockState;
import io.tenure.core.model.Command;
import io.tenure.core.model.Event;
import io.tenure.core.scenario.Scenario.Block;
import io.tenure.core.scenario.Scenario.Line;
import io.tenure.core.snapshot.SnapshotException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs a scenario. Beside the state there is a second one that goes through a snapshot and back
 * after every command: it must give the same answers and the same bytes, or the run fails.
 *
 * <p>Besides the commands of {@link CommandText}, where {@code open} gets the next number as its
 * nonce if it names none, a script may say
 *
 * <pre>{@code
 * state                      print sessions, holds, waiting requests and the number of trie nodes
 * restore                    go on with the state that the own snapshot gives
 * backup NAME                keep a snapshot by this name
 * restore NAME               go on with the state that this snapshot gives
 * snapshot                   print the snapshot's bytes
 * snapshot flip=N            damage the snapshot and print what reading it says: flip a bit of byte N
 * snapshot truncate=N        … keep N bytes
 * snapshot append=0x…        … with more bytes behind it
 * snapshot at=N set=0x…      … with other bytes from N on; negative numbers count from the end
 * snapshot flip=each         read it with each bit flipped in turn: all of them must be refused
 * snapshot truncate=each     … with each shorter length
 * }</pre>
 */
final class ScenarioRun {
  private static final String REFUSED = "refused: ";
  private static final String EACH = "each";

  private final Scenario scenario;
  private final Map<String, SnapshotBytes> backups = new HashMap<>();
  private final List<Command> commands = new ArrayList<>();
  private final List<Applied> applied = new ArrayList<>();
  private final List<List<String>> output = new ArrayList<>();
  private LockState state;
  private LockState restoredEachTime;
  private long opened;

  private ScenarioRun(Scenario scenario) {
    this.scenario = scenario;
    this.state = new LockState(scenario.limits());
    this.restoredEachTime = new LockState(scenario.limits());
  }

  static ScenarioRun of(Scenario scenario) {
    ScenarioRun run = new ScenarioRun(scenario);
    for (Block block : scenario.blocks()) {
      List<String> printed = new ArrayList<>();
      block.commands().forEach(line -> printed.addAll(run.execute(line)));
      run.output.add(printed);
    }
    return run;
  }

  /** What each block printed. */
  List<List<String>> output() {
    return output;
  }

  List<Command> commands() {
    return commands;
  }

  List<Applied> applied() {
    return applied;
  }

  private List<String> execute(Line line) {
    try {
      Words words = new Words(line.text());
      return switch (words.next("a command")) {
        case "state" -> state(words);
        case "backup" -> backup(words);
        case "restore" -> restore(words);
        case "snapshot" -> snapshot(words);
        default -> apply(CommandText.parse(withNonce(line.text())));
      };
    } catch (RuntimeException | AssertionError e) {
      String where = scenario.name() + ":" + line.number() + ": " + line.text();
      throw new AssertionError(where + "\n  " + e.getMessage(), e);
    }
  }

  private String withNonce(String line) {
    boolean lacksNonce = line.startsWith("open") && !line.contains("nonce=");
    return lacksNonce ? line + " nonce=" + ++opened : line;
  }

  private List<String> apply(Command command) {
    long before = state.revision();
    Applied result = state.apply(command);
    Applied again = restoredEachTime.apply(command);
    check(result.equals(again), "after a restore: " + again + " instead of " + result);
    restoredEachTime = SnapshotBytes.of(restoredEachTime).restoreUndamaged();
    checkSameBytes();
    checkRevisions(before, result.events());
    commands.add(command);
    applied.add(result);
    List<String> lines = new ArrayList<>(List.of(AppliedText.format(result.outcome())));
    result.events().forEach(event -> lines.add("  " + AppliedText.format(event)));
    return lines;
  }

  private void checkSameBytes() {
    boolean same = SnapshotBytes.of(state).sameAs(SnapshotBytes.of(restoredEachTime));
    check(same, "a restore changed the bytes of the snapshot");
  }

  private static void checkRevisions(long before, List<Event> events) {
    long expected = before;
    for (Event event : events) {
      expected++;
      check(event.revision() == expected, event + " instead of revision " + expected);
      if (event instanceof Event.Granted granted) {
        check(granted.hold().token() == expected, event + ": token and revision differ");
      } else if (event instanceof Event.Queued queued) {
        check(queued.request().arrival() <= expected, event + ": arrived after its revision");
      }
    }
  }

  private static void check(boolean holds, String message) {
    if (!holds) {
      throw new AssertionError(message);
    }
  }

  private List<String> state(Words words) {
    words.end();
    return StateText.format(state);
  }

  private List<String> backup(Words words) {
    String name = words.next("a name");
    words.end();
    backups.put(name, SnapshotBytes.of(state));
    return List.of("backup " + name + " revision=" + state.revision());
  }

  private List<String> restore(Words words) {
    String name = words.nextIfAny();
    words.end();
    SnapshotBytes bytes = name == null ? SnapshotBytes.of(state) : backups.get(name);
    if (bytes == null) {
      throw Words.refused(name, "one of " + backups.keySet());
    }
    state = bytes.restoreUndamaged();
    restoredEachTime = bytes.restoreUndamaged();
    check(SnapshotBytes.of(state).sameAs(bytes), "a restore changed the bytes of the snapshot");
    return List.of("restored revision=" + state.revision());
  }

  private List<String> snapshot(Words words) {
    List<SnapshotBytes> damaged = damaged(SnapshotBytes.of(state), words);
    words.end();
    if (damaged.isEmpty()) {
      return SnapshotBytes.of(state).hexLines();
    }
    List<String> results = damaged.stream().map(ScenarioRun::read).toList();
    if (results.size() == 1) {
      return results;
    }
    check(results.stream().allMatch(result -> result.startsWith(REFUSED)), results.toString());
    return List.of("refused each time");
  }

  private static String read(SnapshotBytes bytes) {
    try {
      return "restored revision=" + bytes.restore().revision();
    } catch (SnapshotException e) {
      return REFUSED + e.getMessage();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<SnapshotBytes> damaged(SnapshotBytes whole, Words words) {
    String flip = words.field("flip");
    String truncate = words.field("truncate");
    String append = words.field("append");
    String set = words.field("set");
    if (flip != null) {
      return flip.equals(EACH)
          ? whole.flipEach()
          : List.of(whole.flip(Words.parseNumber("flip=", flip), 0));
    } else if (truncate != null) {
      return truncate.equals(EACH)
          ? whole.truncateEach()
          : List.of(whole.truncate(Words.parseNumber("truncate=", truncate)));
    } else if (append != null) {
      return List.of(whole.append(ValueText.parse(append).bytes()));
    } else if (set != null) {
      return List.of(whole.replace(words.number("at"), ValueText.parse(set).bytes()));
    }
    return List.of();
  }
}
