package io.tenure.server.session;

import io.tenure.server.apply.Failure;
import io.tenure.server.apply.Outbox;
import java.util.ArrayList;
import java.util.List;

/** Remembers what it heard. */
class RecordingAnswer implements KeepAliveAnswer {
  /**
   * Everything that was said, in short: {@code kept 10000}, {@code unknown}, {@code NOT_LEADER}.
   */
  final List<String> heard = new ArrayList<>();

  private final Outbox outbox;

  RecordingAnswer() {
    this(Outbox.NONE);
  }

  RecordingAnswer(Outbox outbox) {
    this.outbox = outbox;
  }

  @Override
  public void kept(long ttlMillis) {
    heard.add("kept " + ttlMillis);
  }

  @Override
  public void unknown() {
    heard.add("unknown");
  }

  @Override
  public void failed(Failure failure) {
    heard.add(failure.kind().name());
  }

  @Override
  public Outbox outbox() {
    return outbox;
  }
}
