package io.tenure.faults.fill;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tenure.protocol.v1.CloseSessionRequest;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * A client that takes as much of one thing as it is given, and goes on asking when it is refused.
 */
abstract class Filler implements Runnable, AutoCloseable {
  private static final long PAUSE_MILLIS = 50;

  final Tally tally = new Tally();
  final Calls calls;
  private final Thread thread;
  private final List<Long> sessions = new CopyOnWriteArrayList<>();
  private volatile boolean stopped;

  Filler(String name, List<String> endpoints, int first) {
    this.calls = new Calls(endpoints, first);
    this.thread = new Thread(this, name);
    this.thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  String name() {
    return thread.getName();
  }

  /** Asks for something more; false if that was refused for now. */
  abstract boolean more();

  /** Whether it is refused in the end. */
  boolean reachesALimit() {
    return true;
  }

  @Override
  public void run() {
    while (!stopped) {
      try {
        if (!more()) {
          pause();
        }
      } catch (StatusRuntimeException e) {
        tally.failed(e);
        pause();
      }
    }
  }

  /** Any thread: another node is asked if this one did not answer. */
  final void goOnAfter(Throwable thrown) {
    if (Status.fromThrowable(thrown).getCode() == Status.Code.UNAVAILABLE) {
      calls.next();
    }
  }

  private void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      stopped = true;
    }
  }

  /** Asks for nothing more. */
  void stop() {
    stopped = true;
    thread.interrupt();
  }

  /** Gives everything back. */
  void leave() {
    for (long session : sessions) {
      try {
        calls.once(
            stub ->
                stub.closeSession(CloseSessionRequest.newBuilder().setSession(session).build()));
      } catch (StatusRuntimeException e) {
        tally.failed(e);
      }
    }
  }

  /** A session that is closed when the filler leaves. */
  final long open() {
    long session = calls.open();
    sessions.add(session);
    return session;
  }

  @Override
  public void close() {
    stop();
    calls.close();
  }
}
