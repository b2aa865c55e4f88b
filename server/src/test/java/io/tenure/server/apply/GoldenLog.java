package io.tenure.server.apply;

import io.tenure.core.model.Command;
import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Command.CloseSession;
import io.tenure.core.model.Command.CompareState;
import io.tenure.core.model.Command.ConvertHold;
import io.tenure.core.model.Command.EndMore;
import io.tenure.core.model.Command.ExpireSession;
import io.tenure.core.model.Command.OpenSession;
import io.tenure.core.model.Command.RaiseRevision;
import io.tenure.core.model.Command.ReleaseLock;
import io.tenure.core.model.Command.RevokeHold;
import io.tenure.core.model.Command.SetLimits;
import io.tenure.core.model.Command.SetValue;
import io.tenure.core.model.Command.StandAside;
import io.tenure.core.model.Command.WithdrawRequest;
import io.tenure.core.model.Key;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Mode;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.Scope;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import java.util.List;
import java.util.Map;

/**
 * Log entries of one command each, in the bytes of {@link LogFormat#VERSION}, which never change. A
 * node refuses entries of any other version, so a new version replaces these.
 */
final class GoldenLog {
  private static final RequestId REQUEST = new RequestId(new SessionId(7), 300);

  private static final List<Target> TARGETS =
      List.of(
          new Target(Key.of("/a/b"), Mode.EXCLUSIVE, Scope.SUBTREE),
          new Target(Key.of("/c"), Mode.SHARED, Scope.KEY),
          new Target(Key.of("/s"), Mode.semaphore(3), Scope.KEY));

  static final Map<String, Command> VERSION_3 =
      Map.ofEntries(
          Map.entry("0301fffffffffffffffeb0ea01027731", new OpenSession(-2, 30_000, "w1")),
          Map.entry("0302c801", new CloseSession(new SessionId(200))),
          Map.entry("0303c801", new ExpireSession(new SessionId(200))),
          Map.entry(
              "030407ac02ab0206776f726b6572087468726561642d310106686f73742d3103042f612f620001022f630100022f730400",
              acquire("worker", "thread-1")),
          Map.entry(
              "030407ac02ab0200000106686f73742d3103042f612f620001022f630100022f730400",
              acquire("", "")),
          Map.entry("030507ac020501", new WithdrawRequest(REQUEST, 5, true)),
          Map.entry("030b07ac0200", new StandAside(REQUEST)),
          Map.entry("030607ac02ab02e807", new ReleaseLock(REQUEST, 299, 1_000)),
          Map.entry(
              "030707ac02ab02e8070100", new ConvertHold(REQUEST, 299, 1_000, Mode.SHARED, false)),
          Map.entry(
              "030707ac02ab02e8070001", new ConvertHold(REQUEST, 299, 1_000, Mode.EXCLUSIVE, true)),
          Map.entry("030807ac02ab02e8070176", new SetValue(REQUEST, 299, 1_000, Value.of("v"))),
          Map.entry("0309022f6109", new RevokeHold(Key.of("/a"), 9)),
          Map.entry("030a808080808020", new RaiseRevision(1L << 40)),
          Map.entry(
              "030c0102030405060708090a0b0c8080808020",
              new SetLimits(new Limits(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1L << 33))),
          Map.entry("030d", new EndMore()),
          Map.entry("030e", new CompareState()));

  private GoldenLog() {}

  private static Command acquire(String owner, String party) {
    return new AcquireLock(REQUEST, 299, owner, party, TARGETS, true, Value.of("host-1"));
  }
}
