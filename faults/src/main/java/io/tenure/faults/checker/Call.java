package io.tenure.faults.checker;

import io.tenure.faults.history.Entry;
import io.tenure.faults.history.LogEvent;
import io.tenure.faults.history.Operation;
import io.tenure.faults.history.Result;
import org.jspecify.annotations.Nullable;

/**
 * A request of a client and its result.
 *
 * @param returned null if there is no result; means the same as {@link Result.Kind#UNKNOWN}
 */
public record Call(Entry.Invoked invoked, Entry.@Nullable Returned returned) {
  public String client() {
    return invoked.client();
  }

  public Operation operation() {
    return invoked.operation();
  }

  public boolean is(Operation.Kind kind) {
    return invoked.operation().kind() == kind;
  }

  public boolean isOk() {
    return result() == Result.Kind.OK;
  }

  /** Whether the service has said no. */
  public boolean isRefused() {
    return result() == Result.Kind.REFUSED;
  }

  public boolean isNotDone() {
    return isRefused() || result() == Result.Kind.NOT_DONE;
  }

  Result.Kind result() {
    return returned == null ? Result.Kind.UNKNOWN : returned.result().kind();
  }

  /** The hold that it is about: what it was given, or came to change or end. 0 for none. */
  public long token() {
    if (!is(Operation.Kind.ACQUIRE)) {
      return invoked.operation().token();
    }
    return returned == null ? 0 : returned.result().token();
  }

  /** Whether this is the grant it was told of. Names that its client does not know may be any. */
  public boolean isAnsweredBy(LogEvent event) {
    Operation asked = operation();
    return event.kind() == LogEvent.Kind.GRANTED
        && event.token() == token()
        && (asked.session() == 0 || asked.session() == event.session())
        && (asked.owner().isEmpty() || asked.owner().equals(event.owner()))
        && Rules.inOrder(asked.targets()).equals(Rules.inOrder(event.targets()));
  }

  public long invokedNanos() {
    return invoked.nanos();
  }

  /** When it was over; never if it may still be under way for all that is known. */
  public long overNanos() {
    return returned == null || result() == Result.Kind.UNKNOWN ? Long.MAX_VALUE : returned.nanos();
  }

  @Override
  public String toString() {
    String what = operation().kind() + (token() == 0 ? "" : " with token " + token());
    return "op " + invoked.op() + " (" + what + " of " + client() + ")";
  }
}
