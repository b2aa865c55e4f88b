package io.tenure.server.grpc;

import io.tenure.core.Command;
import io.tenure.core.Outcome;
import io.tenure.core.SessionId;

/** One command, one outcome. */
final class CommandCall extends Call {
  private final SessionId session;
  private final Command command;
  private final ReplyForm form;

  CommandCall(Asked asked, SessionId session, Command command, ReplyForm form) {
    super(asked);
    this.session = session;
    this.command = command;
    this.form = form;
  }

  @Override
  void begin() {
    parts.shard().enqueue(command, this);
  }

  @Override
  void decided(Object outcome) {
    finish(form.tell(parts, session, (Outcome) outcome));
  }
}
