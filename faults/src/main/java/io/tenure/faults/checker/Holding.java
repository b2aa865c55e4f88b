package io.tenure.faults.checker;

import io.tenure.faults.history.Entry;
import io.tenure.faults.history.Wanted;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything about one hold. {@link ShardPast} fills it in. */
public final class Holding {
  private final Entry.Watched grant;
  private Entry.@Nullable Watched end;
  private Entry.@Nullable Lost lost;
  private @Nullable Call maker;
  private boolean downgraded;
  private List<Call> acquires = List.of();
  private List<Call> releases = List.of();
  private List<Call> settings = List.of();
  private List<Entry.Watched> values = List.of();
  private List<Entry.Sure> sures = List.of();

  Holding(Entry.Watched grant) {
    this.grant = grant;
  }

  public Entry.Watched grant() {
    return grant;
  }

  public long token() {
    return grant.event().token();
  }

  /** What ended it, an upgrade included; null if nothing did as far as the log is known. */
  public Entry.@Nullable Watched end() {
    return end;
  }

  /** What of it a key belongs to; null if nothing does. */
  @Nullable
  public Wanted reaching(String key) {
    for (Wanted target : grant.event().targets()) {
      if (target.key().equals(key) || (target.subtree() && Rules.isBelow(key, target.key()))) {
        return target;
      }
    }
    return null;
  }

  public boolean endedBy(String cause) {
    return end != null && end.event().cause().equals(cause);
  }

  /** Whether its targets are not those of its grant any more. */
  public boolean isDowngraded() {
    return downgraded;
  }

  /** The first time that its client was told that it is lost. */
  public Entry.@Nullable Lost lost() {
    return lost;
  }

  public boolean isLostBefore(long nanos) {
    return lost != null && lost.nanos() < nanos;
  }

  /** Those that were given it. More than one if its owner asked again for what it had. */
  public List<Call> acquires() {
    return acquires;
  }

  /**
   * The one that the grant answered; null if that is not certain. One that found its owner to be
   * holder already is none, and who cannot know that it has been granted something may be that.
   */
  @Nullable
  public Call maker() {
    return maker;
  }

  /** All that were to end it, whatever came of them. */
  public List<Call> releases() {
    return releases;
  }

  /** All that were to change its value, whatever came of them. */
  public List<Call> settings() {
    return settings;
  }

  /** The changes of its value. */
  public List<Entry.Watched> values() {
    return values;
  }

  /** When its client was certain of it, in order of time. */
  public List<Entry.Sure> sures() {
    return sures;
  }

  public boolean isReleaseAskedBefore(long nanos) {
    return releases.stream().anyMatch(call -> call.invokedNanos() <= nanos);
  }

  void endedWith(Entry.Watched event) {
    if (end == null) {
      end = event;
    }
  }

  void becameShared() {
    downgraded = true;
  }

  void lostWith(Entry.Lost entry) {
    if (lost == null) {
      lost = entry;
    }
  }

  void sureWith(Entry.Sure entry) {
    sures = with(sures, entry);
  }

  void changedWith(Entry.Watched event) {
    values = with(values, event);
  }

  void madeBy(Call call) {
    maker = call;
  }

  void concerns(Call call) {
    switch (call.operation().kind()) {
      case ACQUIRE -> acquires = with(acquires, call);
      case RELEASE -> releases = with(releases, call);
      case SET_VALUE -> settings = with(settings, call);
      case OPEN_SESSION, CLOSE_SESSION -> {}
    }
  }

  /** Most of these lists have one element, and there are many of them. */
  private static <T> List<T> with(List<T> list, T added) {
    if (list.isEmpty()) {
      return List.of(added);
    }
    List<T> longer = list instanceof ArrayList<T> ? list : new ArrayList<>(list);
    longer.add(added);
    return longer;
  }
}
