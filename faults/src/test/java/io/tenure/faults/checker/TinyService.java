package io.tenure.faults.checker;

import io.tenure.faults.history.Entry;
import io.tenure.faults.history.LogEvent;
import io.tenure.faults.history.LogEvent.Kind;
import io.tenure.faults.history.Wanted;
import io.tenure.faults.history.Wanted.Mode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;

/** A lock service as plain as can be: lists that are searched from end to end. */
final class TinyService {
  /** What is asked for, and who is to be told the token. */
  record Ask(
      long session,
      String owner,
      long request,
      List<Wanted> targets,
      String value,
      LongConsumer granted) {}

  private static final class Item {
    private final Ask ask;
    private String value;
    private long token;

    Item(Ask ask) {
      this.ask = ask;
      this.value = ask.value;
    }

    boolean isOthers(Item other) {
      return ask.session != other.ask.session || !ask.owner.equals(other.ask.owner);
    }
  }

  private final List<LogEvent> log = new ArrayList<>();
  private final List<Item> holds = new ArrayList<>();
  private final List<Item> queue = new ArrayList<>();

  List<LogEvent> log() {
    return log;
  }

  /** Says false if it is refused. */
  boolean acquire(Ask ask, boolean mayWait) {
    Item item = new Item(ask);
    for (Item hold : holds) {
      if (!hold.isOthers(item) && hold.ask.targets.equals(ask.targets)) {
        ask.granted.accept(hold.token);
        return true;
      }
    }
    if (!isBlocked(item, queue)) {
      grant(item, "ASKED");
      return true;
    }
    if (mayWait) {
      queue.add(item);
      event(Kind.QUEUED, item, "");
    }
    return mayWait;
  }

  boolean release(long token) {
    boolean found = end(token, "BY_RELEASE");
    settle();
    return found;
  }

  private boolean end(long token, String cause) {
    for (Item hold : holds) {
      if (hold.token == token) {
        holds.remove(hold);
        event(Kind.RELEASED, hold, cause);
        return true;
      }
    }
    return false;
  }

  boolean setValue(long token, String value) {
    for (Item hold : holds) {
      if (hold.token == token) {
        hold.value = value;
        event(Kind.VALUE_CHANGED, hold, "");
        return true;
      }
    }
    return false;
  }

  boolean withdraw(long session, long request) {
    boolean found = queue.stream().anyMatch(item -> isRequest(item, session, request));
    if (found) {
      withdraw(session, request, "BY_WITHDRAWAL");
      settle();
    }
    return found;
  }

  private static boolean isRequest(Item item, long session, long request) {
    return item.ask.session == session && item.ask.request == request;
  }

  private void withdraw(long session, long request, String cause) {
    for (Item item : List.copyOf(queue)) {
      if (isRequest(item, session, request)) {
        queue.remove(item);
        event(Kind.WITHDRAWN, item, cause);
      }
    }
  }

  void endSession(long session, String cause) {
    for (Item item : List.copyOf(queue)) {
      if (item.ask.session == session) {
        withdraw(session, item.ask.request, cause);
      }
    }
    for (Item hold : List.copyOf(holds)) {
      if (hold.ask.session == session) {
        end(hold.token, cause);
      }
    }
    settle();
  }

  private void settle() {
    for (int i = 0; i < queue.size(); i++) {
      Item item = queue.get(i);
      if (!isBlocked(item, queue.subList(0, i))) {
        queue.remove(item);
        grant(item, "WAITED");
        i = -1;
      }
    }
  }

  private void grant(Item item, String cause) {
    item.token = log.size() + 1L;
    holds.add(item);
    event(Kind.GRANTED, item, cause);
    item.ask.granted.accept(item.token);
  }

  private void event(Kind kind, Item item, String cause) {
    Ask ask = item.ask;
    log.add(
        new LogEvent(
            log.size() + 1,
            kind,
            ask.session,
            ask.owner,
            ask.targets,
            item.token,
            item.value,
            ask.request,
            cause,
            0));
  }

  private boolean isBlocked(Item item, List<Item> ahead) {
    List<Item> rivals = new ArrayList<>(holds);
    rivals.addAll(ahead);
    rivals.removeIf(rival -> !rival.isOthers(item));
    for (Wanted target : item.ask.targets) {
      if (isCovered(item, target)) {
        continue;
      }
      Set<String> users = new HashSet<>();
      for (Item rival : rivals) {
        for (Wanted other : rival.ask.targets) {
          boolean isPermit = other.equals(target) && target.mode() == Mode.SEMAPHORE;
          if (isPermit) {
            users.add(rival.ask.session + rival.ask.owner);
          } else if (isAgainst(target, other)) {
            return true;
          }
        }
      }
      if (target.mode() == Mode.SEMAPHORE && users.size() >= target.permits()) {
        return true;
      }
    }
    return false;
  }

  private static boolean isAgainst(Wanted one, Wanted other) {
    boolean meet = reaches(one, other.key()) || reaches(other, one.key());
    return meet && (one.mode() != Mode.SHARED || other.mode() != Mode.SHARED);
  }

  /** What a read shows, after everything so far. */
  Entry.KeyRead read(String reader, int shard, String key, long nanos) {
    List<Entry.Shown> held =
        holds.stream()
            .filter(hold -> hold.ask.targets.stream().anyMatch(target -> reaches(target, key)))
            .map(hold -> new Entry.Shown(hold.token, hold.value))
            .sorted(Comparator.comparingLong(Entry.Shown::token))
            .toList();
    long waiting =
        queue.stream()
            .filter(item -> item.ask.targets.stream().anyMatch(each -> each.key().equals(key)))
            .count();
    return new Entry.KeyRead(reader, shard, key, log.size(), held, (int) waiting, nanos);
  }

  private static boolean reaches(Wanted target, String key) {
    return target.key().equals(key) || (target.subtree() && key.startsWith(target.key() + "/"));
  }

  /** This world's owners hold either what they ask for again, or an exclusive tree around it. */
  private boolean isCovered(Item item, Wanted target) {
    return holds.stream()
        .filter(hold -> !hold.isOthers(item))
        .flatMap(hold -> hold.ask.targets.stream())
        .anyMatch(held -> held.mode() == Mode.EXCLUSIVE && reaches(held, target.key()));
  }
}
