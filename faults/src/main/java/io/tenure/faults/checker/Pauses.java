package io.tenure.faults.checker;

import io.tenure.faults.history.Entry;
import io.tenure.faults.history.History;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** When clients were paused, killed, or got no CPU time. */
public final class Pauses {
  /**
   * How far the traces of a pause reach. After it, a client finishes what it had begun, on a busy
   * machine not at once. Before it, if it was a kill, what the client did last is not in its
   * history.
   */
  public static final long TRACE_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** How long ago a process may have been starved that is late with something still. */
  private static final long BACKLOG_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Map<String, List<Entry.Paused>> byClient = new HashMap<>();
  private final Map<String, List<Entry.Starved>> byProcess = new HashMap<>();

  Pauses(History history) {
    for (Entry.Starved starved : history.all(Entry.Starved.class)) {
      byProcess.computeIfAbsent(starved.process(), process -> new ArrayList<>()).add(starved);
    }
    for (Entry.Paused paused : history.all(Entry.Paused.class)) {
      byClient.computeIfAbsent(paused.client(), client -> new ArrayList<>()).add(paused);
    }
  }

  /** Whether the client did not run all the time between the two. */
  public boolean overlap(String client, long fromNanos, long toNanos) {
    for (Entry.Paused paused : byClient.getOrDefault(client, List.of())) {
      if (paused.fromNanos() <= toNanos && paused.toNanos() >= fromNanos) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether somebody who ought to have done something by a time may have been late with it because
   * its process did not get to run: if it was not later than it was kept from running.
   *
   * @param doneNanos when it did it
   */
  public boolean excuse(String client, long dueNanos, long doneNanos) {
    long starvedNanos = starvedNanos(client, dueNanos - BACKLOG_NANOS, doneNanos);
    return starvedNanos > 0 && doneNanos - dueNanos <= starvedNanos;
  }

  /** For how long the client's process did not get to run between the two. */
  public long starvedNanos(String client, long fromNanos, long toNanos) {
    int dot = client.indexOf('.');
    String process = dot < 0 ? client : client.substring(0, dot);
    long sum = 0;
    for (Entry.Starved starved : byProcess.getOrDefault(process, List.of())) {
      long from = Math.max(starved.fromNanos(), fromNanos);
      long to = Math.min(starved.toNanos(), toNanos);
      sum += Math.max(0, to - from);
    }
    return sum;
  }

  /** The same of the process that was worst off. */
  public long mostStarvedNanos(long fromNanos, long toNanos) {
    return byProcess.keySet().stream()
        .mapToLong(process -> starvedNanos(process, fromNanos, toNanos))
        .max()
        .orElse(0);
  }

  /** When the client was killed; never if it was not. */
  public long killedNanos(String client) {
    for (Entry.Paused paused : byClient.getOrDefault(client, List.of())) {
      if (paused.toNanos() == Long.MAX_VALUE) {
        return paused.fromNanos();
      }
    }
    return Long.MAX_VALUE;
  }

  /** Whether the client was killed so soon that it may not have told what it did at that time. */
  public boolean killedSoonAfter(String client, long nanos) {
    for (Entry.Paused paused : byClient.getOrDefault(client, List.of())) {
      if (paused.toNanos() == Long.MAX_VALUE && paused.fromNanos() <= nanos + TRACE_NANOS) {
        return true;
      }
    }
    return false;
  }
}
