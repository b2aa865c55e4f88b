package io.tenure.server.api.encode;

import com.google.protobuf.ByteString;
import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Command.OpenSession;
import io.tenure.core.model.Key;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Mode;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.Scope;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.OpenSessionRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * From the words of the wire to those of the core. The core's constructors check ranges; here is
 * checked what only the wire can get wrong. Everything throws {@link IllegalArgumentException} with
 * a message for the caller.
 */
public final class WireDecoder {
  static final long DEFAULT_TTL_MILLIS = 30_000;

  /** Waits until the session ends. */
  static final long FOR_EVER = -1;

  static final long MAX_WAIT_MILLIS = 24 * 60 * 60 * 1000L;

  private WireDecoder() {}

  public static OpenSession openSession(OpenSessionRequest wire, long nonce) {
    return new OpenSession(nonce, ttlMillis(wire.getTtlMs()), wire.getClientName());
  }

  public static long ttlMillis(long wire) {
    if (wire < 0) {
      throw new IllegalArgumentException(
          "ttl: " + Long.toUnsignedString(wire) + " ms (expected: 1 s to 600 s)");
    }
    return wire == 0 ? DEFAULT_TTL_MILLIS : wire;
  }

  public static AcquireLock acquire(AcquireRequest wire, RequestId request, List<Target> targets) {
    return new AcquireLock(
        request,
        wire.getAcknowledged(),
        owner(wire.getOwner()),
        wire.getParty(),
        targets,
        wire.getWaitMs() != 0,
        value(wire.getValue()));
  }

  /** One label is the server's own: it tells apart the holds whose session nobody else knows. */
  private static String owner(String wire) {
    if (wire.equals(ImplicitOwner.LABEL)) {
      throw new IllegalArgumentException("owner: \"" + wire + "\" (expected: any other label)");
    }
    return wire;
  }

  public static List<Target> targets(List<io.tenure.protocol.v1.Target> wire) {
    if (wire.size() == 1) {
      return List.of(target(wire.get(0)));
    }
    if (wire.isEmpty() || wire.size() > AcquireLock.MAX_TARGETS) {
      throw new IllegalArgumentException(
          "targets: " + wire.size() + " (expected: 1 to " + AcquireLock.MAX_TARGETS + ")");
    }
    List<Target> targets = new ArrayList<>(wire.size());
    for (io.tenure.protocol.v1.Target target : wire) {
      targets.add(target(target));
    }
    return targets;
  }

  private static Target target(io.tenure.protocol.v1.Target wire) {
    Key key = Key.of(wire.getKey());
    Scope scope =
        switch (wire.getScope()) {
          case SCOPE_UNSPECIFIED, KEY -> Scope.KEY;
          case SUBTREE -> Scope.SUBTREE;
          case UNRECOGNIZED -> throw unknown("scope", wire.getScopeValue(), "KEY or SUBTREE");
        };
    return new Target(key, mode(wire), scope);
  }

  private static Mode mode(io.tenure.protocol.v1.Target wire) {
    int limit = wire.getLimit();
    if (limit < 0) {
      throw new IllegalArgumentException(
          "limit: %s (expected: 1 to %d)"
              .formatted(Integer.toUnsignedString(limit), Mode.MAX_PERMITS));
    }
    return switch (wire.getMode()) {
      case MODE_UNSPECIFIED, EXCLUSIVE ->
          limit == 0 ? Mode.EXCLUSIVE : new Mode(Mode.Kind.EXCLUSIVE, limit);
      case SHARED -> limit == 0 ? Mode.SHARED : new Mode(Mode.Kind.SHARED, limit);
      case SEMAPHORE -> Mode.semaphore(limit);
      case UNRECOGNIZED ->
          throw unknown("mode", wire.getModeValue(), "EXCLUSIVE, SHARED or SEMAPHORE");
    };
  }

  /** The mode to convert a hold to, where there is no default. */
  public static Mode conversion(io.tenure.protocol.v1.Mode wire, int number) {
    return switch (wire) {
      case EXCLUSIVE -> Mode.EXCLUSIVE;
      case SHARED -> Mode.SHARED;
      case MODE_UNSPECIFIED, SEMAPHORE, UNRECOGNIZED ->
          throw unknown("mode", number, "EXCLUSIVE or SHARED");
    };
  }

  private static IllegalArgumentException unknown(String field, int number, String expected) {
    return new IllegalArgumentException(field + ": " + number + " (expected: " + expected + ")");
  }

  public static Value value(ByteString wire) {
    if (wire.size() > Value.MAX_BYTES) {
      throw new IllegalArgumentException(
          "value: " + wire.size() + " bytes (expected: at most " + Value.MAX_BYTES + " bytes)");
    }
    return wire.isEmpty() ? Value.NONE : Value.of(wire.toByteArray());
  }

  public static long waitMillis(long wire) {
    if (wire < FOR_EVER || wire > MAX_WAIT_MILLIS) {
      throw new IllegalArgumentException(
          "wait: %d ms (expected: -1, or 0 ms to %d ms)".formatted(wire, MAX_WAIT_MILLIS));
    }
    return wire;
  }

  public static long requestNumber(long wire) {
    if (wire < 0) {
      throw new IllegalArgumentException(
          "request: " + Long.toUnsignedString(wire) + " (expected: 1 to 2^63 - 1)");
    }
    return wire;
  }

  public static long token(long wire) {
    if (wire < 1 || wire > Limits.MAX_REVISION) {
      throw new IllegalArgumentException(
          "token: %s (expected: 1 to %d)"
              .formatted(Long.toUnsignedString(wire), Limits.MAX_REVISION));
    }
    return wire;
  }

  /** A number that has a default and a greatest value. */
  public static int count(String field, int wire, int standard, int most) {
    if (wire < 0 || wire > most) {
      throw new IllegalArgumentException(
          "%s: %s (expected: 0 to %d)".formatted(field, Integer.toUnsignedString(wire), most));
    }
    return wire == 0 ? standard : wire;
  }
}
