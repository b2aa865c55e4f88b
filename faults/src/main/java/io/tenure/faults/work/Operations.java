package io.tenure.faults.work;

import io.tenure.client.Scope;
import io.tenure.client.Target;
import io.tenure.faults.history.Operation;
import io.tenure.faults.history.Operation.Kind;
import io.tenure.faults.history.Wanted;
import java.util.List;

/**
 * Creates the operations of the history. The public client does not expose session numbers: the
 * session is 0 then, and the checker identifies the operation by its token or by its value, which
 * is different for every acquire.
 */
public final class Operations {
  private static final String NONE = "";

  private Operations() {}

  /** An acquire through the public client. */
  public static Operation acquire(int shard, String owner, List<Target> targets, Mark mark) {
    return acquire(shard, 0, owner, targets, mark);
  }

  public static Operation acquire(
      int shard, long session, String owner, List<Target> targets, Mark mark) {
    List<Wanted> wanted = targets.stream().map(Operations::wanted).toList();
    return new Operation(
        Kind.ACQUIRE, shard, session, owner, wanted, 0, mark.value(), mark.waitMillis());
  }

  /**
   * What is particular about one acquire.
   *
   * @param value by which it is known
   * @param waitMillis -1 for ever, 0 not to wait
   */
  public record Mark(String value, long waitMillis) {}

  public static Operation release(int shard, long session, long token) {
    return new Operation(Kind.RELEASE, shard, session, NONE, List.of(), token, NONE, 0);
  }

  public static Operation setValue(int shard, long session, long token, String value) {
    return new Operation(Kind.SET_VALUE, shard, session, NONE, List.of(), token, value, 0);
  }

  public static Operation openSession(int shard) {
    return new Operation(Kind.OPEN_SESSION, shard, 0, NONE, List.of(), 0, NONE, 0);
  }

  /**
   * The end of a session.
   *
   * @param session 0 if its number is not known
   * @param token of a hold in it, by which it can be found; or 0
   */
  public static Operation closeSession(int shard, long session, long token) {
    return new Operation(Kind.CLOSE_SESSION, shard, session, NONE, List.of(), token, NONE, 0);
  }

  public static Wanted wanted(Target target) {
    return new Wanted(
        target.key(),
        Wanted.Mode.valueOf(target.mode().name()),
        target.scope() == Scope.SUBTREE,
        target.limit());
  }
}
