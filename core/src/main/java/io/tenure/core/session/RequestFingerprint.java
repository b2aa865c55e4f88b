package io.tenure.core.session;

import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Command.ConvertHold;
import io.tenure.core.model.Command.Numbered;
import io.tenure.core.model.Command.ReleaseLock;
import io.tenure.core.model.Command.SetValue;
import io.tenure.core.model.Mode;
import io.tenure.core.model.Scope;
import io.tenure.core.model.Target;
import io.tenure.core.model.WaitingRequest;
import io.tenure.core.table.Claim;
import java.util.List;

/**
 * What a request number stood for: enough of its command to tell, when the number comes again,
 * whether it is the same request.
 *
 * @param print a hash of what the command says, or {@link #ANY}
 */
public record RequestFingerprint(Kind kind, long print) {
  /** Which command it was. */
  public enum Kind {
    ACQUIRE,
    CONVERT,
    RELEASE,
    SET_VALUE,
    /** A request given up before it arrived: it may turn out to be an acquire or an upgrade. */
    WITHDRAW
  }

  /** The print of a request of which only the kind is known. */
  public static final long ANY = 0;

  private static final long HASH_FACTOR = 0x100000001B3L;

  public static final RequestFingerprint WITHDRAW = new RequestFingerprint(Kind.WITHDRAW, ANY);

  /** The call of a command that is answered under its number. */
  public static RequestFingerprint of(Numbered command) {
    if (command instanceof AcquireLock acquire) {
      return acquire(acquire.owner(), acquire.targets());
    } else if (command instanceof ReleaseLock release) {
      return new RequestFingerprint(Kind.RELEASE, mix(1, release.token()));
    } else if (command instanceof ConvertHold convert) {
      return convert(convert.token(), convert.mode());
    } else if (command instanceof SetValue set) {
      return new RequestFingerprint(
          Kind.SET_VALUE, mix(mix(1, set.token()), set.value().hash(HASH_FACTOR)));
    }
    throw new IllegalStateException("broken invariant: unknown command: " + command);
  }

  /**
   * The call that a claim came from; an upgrade must still know its hold. A hold that was converted
   * has other modes than were asked for, so its session has kept the call.
   */
  public static RequestFingerprint of(Claim claim) {
    if (claim.upgradeOf != null) {
      return convert(claim.upgradeOf.hold().token(), Mode.EXCLUSIVE);
    }
    RequestFingerprint asked = claim.owner.session.callBeforeConversion(claim.number);
    return asked == null ? acquire(claim.owner.id.label(), claim.wanted) : asked;
  }

  /** The call of a request that stands aside, and so is no upgrade. */
  public static RequestFingerprint of(WaitingRequest away) {
    return acquire(away.owner().label(), away.targets());
  }

  /** The value is left out: the hold may have got another one since. */
  private static RequestFingerprint acquire(String owner, List<Target> targets) {
    long print = mix(1, hash(owner));
    for (Target target : targets) {
      print = mix(print, hash(target.key().path()));
      print = mix(print, target.scope() == Scope.SUBTREE ? 1 : 0);
      print = mix(print, number(target.mode()));
    }
    return new RequestFingerprint(Kind.ACQUIRE, print);
  }

  /** Of more bits than {@link String#hashCode}: two keys with the same code are easily found. */
  private static long hash(String text) {
    long hash = text.length();
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * HASH_FACTOR;
    }
    return hash;
  }

  private static int number(Mode mode) {
    return switch (mode.kind()) {
      case EXCLUSIVE -> 0;
      case SHARED -> 1;
      case SEMAPHORE -> 1 + mode.limit();
    };
  }

  private static RequestFingerprint convert(long token, Mode mode) {
    return new RequestFingerprint(Kind.CONVERT, mix(mix(1, token), mode.isShared() ? 1 : 0));
  }

  /** Whether what was answered to this call answers the other one. */
  public boolean answers(RequestFingerprint asked) {
    if (kind == Kind.WITHDRAW) {
      return asked.kind == Kind.ACQUIRE || asked.kind == Kind.CONVERT;
    }
    return kind == asked.kind && (print == asked.print || print == ANY);
  }

  /** Spreads every bit of both over the result, which is never {@link #ANY}. */
  private static long mix(long seed, long next) {
    long bits = (seed ^ next) * 0x9E3779B97F4A7C15L;
    bits = (bits ^ (bits >>> 32)) * 0xD6E8FEB86659FD93L;
    bits ^= bits >>> 32;
    return bits == ANY ? 1 : bits;
  }
}
