package io.tenure.server.apply;

import io.tenure.core.LockState;
import io.tenure.core.model.Event;
import io.tenure.core.model.Session;
import io.tenure.core.model.SessionId;
import io.tenure.core.snapshot.Snapshot;
import java.util.List;

/** Several listeners as one. */
record ShardListeners(List<ShardListener> listeners) implements ShardListener {
  @Override
  public void leads(long term, LockState state) {
    listeners.forEach(each -> each.leads(term, state));
  }

  @Override
  public void deposed() {
    listeners.forEach(ShardListener::deposed);
  }

  @Override
  public void opened(Session session) {
    listeners.forEach(each -> each.opened(session));
  }

  @Override
  public void ended(SessionId session) {
    listeners.forEach(each -> each.ended(session));
  }

  @Override
  public void changed(List<Event> events) {
    listeners.forEach(each -> each.changed(events));
  }

  @Override
  public void settled(LockState state) {
    listeners.forEach(each -> each.settled(state));
  }

  @Override
  public void captured(long index, Snapshot snapshot) {
    listeners.forEach(each -> each.captured(index, snapshot));
  }

  @Override
  public void restored(LockState state) {
    listeners.forEach(each -> each.restored(state));
  }
}
