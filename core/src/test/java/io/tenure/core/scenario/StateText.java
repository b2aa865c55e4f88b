package io.tenure.core.scenario;

import io.tenure.core.LockState;
import io.tenure.core.StateProbe;
import io.tenure.core.model.Session;
import java.util.ArrayList;
import java.util.List;

/** Everything that a state shows of itself, a line each. */
final class StateText {
  private StateText() {}

  static List<String> format(LockState state) {
    List<String> lines = new ArrayList<>();
    lines.add("revision " + state.revision());
    state.sessions().forEach(session -> lines.add(format(session)));
    state.holds().forEach(hold -> lines.add("hold " + AppliedText.format(hold)));
    state.waiting().forEach(request -> lines.add("waiting " + AppliedText.format(request)));
    lines.add("nodes " + StateProbe.nodes(state));
    return lines;
  }

  private static String format(Session session) {
    String name =
        session.clientName().isEmpty() ? "" : " name=" + Words.quote(session.clientName());
    String ttl = CommandText.formatTtl(session.ttlMillis());
    return "session " + session.id() + " ttl=" + ttl + name + " nonce=" + session.nonce();
  }
}
