package io.tenure.bench.load;

import io.tenure.protocol.v1.Mode;
import io.tenure.protocol.v1.Target;
import org.jspecify.annotations.Nullable;

/** A key under load, and what its holders, who are all in this process, know about it. */
final class LoadKey {
  final Target target;
  private final boolean exclusive;
  private long lastToken;
  private @Nullable Worker holder;
  private long releaseSentNanos;

  LoadKey(String path, Mode mode) {
    this.target = Target.newBuilder().setKey(path).setMode(mode).build();
    this.exclusive = mode == Mode.EXCLUSIVE;
  }

  /** When its last holder sent the release. */
  long releaseSentNanos() {
    return releaseSentNanos;
  }

  /** Returns what is wrong with this grant, if anything. */
  @Nullable String granted(Worker to, long token) {
    if (!exclusive) {
      return null;
    }
    Worker before = holder;
    holder = to;
    if (before != null) {
      return target.getKey() + ": granted to " + to + " while " + before + " holds it";
    }
    if (token <= lastToken) {
      return target.getKey() + ": token " + token + " after " + lastToken;
    }
    lastToken = token;
    return null;
  }

  void released(long nowNanos) {
    holder = null;
    releaseSentNanos = nowNanos;
  }
}
