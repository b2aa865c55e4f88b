package io.tenure.core.random.naive;

import io.tenure.core.model.Command;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Mode;
import io.tenure.core.model.Target;
import io.tenure.core.model.WaitingRequest;
import java.util.List;

/**
 * What a remembered number stands for.
 *
 * @param content everything in the command that makes it this one and no other
 */
record NaiveCall(Kind kind, String content) {
  /** Which command it was. */
  enum Kind {
    ACQUIRE,
    CONVERT,
    RELEASE,
    SET_VALUE,
    /** Withdrawn before it arrived: an acquire or a convert. */
    NOT_ARRIVED
  }

  static final NaiveCall NOT_ARRIVED = new NaiveCall(Kind.NOT_ARRIVED, "");

  static NaiveCall of(Command.Numbered command) {
    if (command instanceof Command.AcquireLock acquire) {
      return acquire(acquire.owner(), acquire.targets());
    } else if (command instanceof Command.ConvertHold convert) {
      return convert(convert.token(), convert.mode());
    } else if (command instanceof Command.ReleaseLock release) {
      return new NaiveCall(Kind.RELEASE, "" + release.token());
    } else if (command instanceof Command.SetValue set) {
      return new NaiveCall(Kind.SET_VALUE, set.token() + " " + set.value());
    }
    return NOT_ARRIVED;
  }

  static NaiveCall of(Hold hold) {
    return acquire(hold.owner().label(), hold.targets());
  }

  static NaiveCall of(WaitingRequest request) {
    return request.isUpgrade()
        ? convert(request.upgradeOf(), Mode.EXCLUSIVE)
        : acquire(request.owner().label(), request.targets());
  }

  private static NaiveCall acquire(String owner, List<Target> targets) {
    return new NaiveCall(Kind.ACQUIRE, owner + " " + targets);
  }

  private static NaiveCall convert(long token, Mode mode) {
    return new NaiveCall(Kind.CONVERT, token + " " + mode);
  }

  /** Whether a request can be withdrawn. */
  boolean canWait() {
    return kind == Kind.ACQUIRE || kind == Kind.CONVERT || kind == Kind.NOT_ARRIVED;
  }

  boolean fits(NaiveCall asked) {
    if (kind == Kind.NOT_ARRIVED || asked.kind == Kind.NOT_ARRIVED) {
      return canWait() && asked.canWait();
    }
    return equals(asked);
  }
}
