package io.tenure.server.api.call;

import io.tenure.core.model.Command;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.SessionId;
import io.tenure.server.api.encode.ReplyEncoder;
import io.tenure.server.api.request.Call;
import io.tenure.server.api.request.RoutedRequest;

/** One command, one outcome. */
final class CommandCall extends Call {
  private final SessionId session;
  private final Command command;
  private final ReplyEncoder form;

  CommandCall(RoutedRequest asked, SessionId session, Command command, ReplyEncoder form) {
    super(asked);
    this.session = session;
    this.command = command;
    this.form = form;
  }

  @Override
  public void begin() {
    parts.shard().enqueue(command, this);
  }

  @Override
  protected void onOutcome(Outcome outcome) {
    finish(form.tell(parts, session, outcome));
  }
}
