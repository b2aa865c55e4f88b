package io.tenure.client;

import io.tenure.client.error.Reason;
import io.tenure.client.error.TenureException;
import io.tenure.client.error.UnavailableException;
import io.tenure.client.internal.callback.CallerFutures;
import io.tenure.client.internal.connection.DeferredLog;
import io.tenure.client.internal.read.ReadCalls;
import io.tenure.client.internal.session.ClientContext;
import io.tenure.client.view.ElectionView;
import io.tenure.client.view.KeyView;
import io.tenure.client.view.WatchedKeys;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reports who leads an election to a listener, until it is closed. The first call reports the
 * present leader. The observation continues across changes of the service's leader; if the service
 * no longer keeps the events in between, it reads the present leader again. Calls of the listener
 * never overlap.
 */
public final class Observation implements AutoCloseable {
  private static final DeferredLog log = DeferredLog.of(Observation.class);
  private static final long PAUSE_MILLIS = 200;

  private final Tenure tenure;
  private final ClientContext context;
  private final String key;
  private final ElectionListener listener;
  private volatile boolean closed;

  /** Guarded by this; what runs while it is held is short. */
  private @Nullable Watch watch;

  // Used only by the thread that calls the listener.

  private @Nullable Leader leader;
  private boolean hasNotified;

  private Observation(Tenure tenure, ClientContext context, String key, ElectionListener listener) {
    this.tenure = tenure;
    this.context = context;
    this.key = key;
    this.listener = listener;
  }

  static Observation start(
      Tenure tenure, ClientContext context, String key, ElectionListener listener) {
    Observation observation = new Observation(tenure, context, key, listener);
    observation.read();
    return observation;
  }

  /** Reads who leads, then watches from there. */
  private void read() {
    var unused =
        new ReadCalls(context).get(key).whenCompleteAsync(this::onRead, context.callbacks());
  }

  private void onRead(@Nullable KeyView found, @Nullable Throwable thrown) {
    if (closed) {
      return;
    }
    if (found != null) {
      guarded(() -> notifyIfChanged(ElectionView.leader(key, found)));
      follow(found.revision() + 1);
    } else if (thrown != null && CallerFutures.toException(thrown) instanceof TenureException why) {
      if (why instanceof UnavailableException && mayRetry(why.reason())) {
        readLater();
      } else {
        guarded(() -> listener.ended(why));
      }
    }
  }

  private static boolean mayRetry(Reason reason) {
    return switch (reason) {
      case SHUTTING_DOWN, INTERNAL -> false;
      default -> true;
    };
  }

  private void readLater() {
    var unused = context.loop().after(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS), this::read);
  }

  private synchronized void follow(long revision) {
    if (!closed) {
      watch = tenure.watch(new WatchedKeys(key, Scope.KEY), revision, new Changes());
    }
  }

  private final class Changes implements WatchListener {
    @Override
    public void happened(LockEvent event) {
      boolean about = event.targets().stream().anyMatch(target -> target.key().equals(key));
      if (!about || closed) {
        return;
      }
      switch (event.kind()) {
        case GRANTED -> notifyIfChanged(Optional.of(leader(event)));
        case VALUE_CHANGED -> {
          leader = leader(event);
          listener.proclaimed(leader(event));
        }
        case RELEASED -> notifyIfChanged(Optional.empty());
        default -> {}
      }
    }

    @Override
    public void ended(TenureException why) {
      if (why.reason() == Reason.COMPACTED) {
        read();
      } else {
        listener.ended(why);
      }
    }
  }

  private static Leader leader(LockEvent event) {
    return new Leader(event.token(), event.value(), event.session(), "");
  }

  private void notifyIfChanged(Optional<Leader> now) {
    Leader before = leader;
    leader = now.orElse(null);
    if (leader == null) {
      if (before != null || !hasNotified) {
        hasNotified = true;
        listener.vacant();
      }
    } else if (before == null || before.token() != leader.token()) {
      hasNotified = true;
      listener.elected(leader);
    } else if (!before.value().equals(leader.value())) {
      listener.proclaimed(leader);
    }
  }

  private void guarded(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException | Error bug) {
      log.error(
          "the listener of election {} threw an exception; the observation continues", key, bug);
    }
  }

  /**
   * Ends the observation. The listener is not called again, except for a call that is already
   * running.
   */
  @Override
  public synchronized void close() {
    closed = true;
    if (watch != null) {
      watch.close();
    }
  }
}
