package io.tenure.client.internal.call;

import io.grpc.Channel;
import io.grpc.StatusRuntimeException;
import io.tenure.client.error.Reason;
import io.tenure.client.error.TenureException;
import io.tenure.client.error.UnavailableException;
import io.tenure.client.internal.connection.CallEffect;
import io.tenure.client.internal.connection.Endpoint;
import io.tenure.client.internal.connection.PlainChannels;
import io.tenure.client.internal.connection.RetryRules;
import io.tenure.protocol.v1.AdminGrpc;
import io.tenure.protocol.v1.StatusRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Makes plain (unary) calls on the caller's thread, to one of several servers. Any server takes any
 * call and forwards it to the leader. A call is made at the next server only if the one before
 * certainly did not execute it.
 *
 * <p>Why plain calls do not use the router and its stream: a call on the stream belongs to a
 * session, has a number, and is sent again until it is answered. A plain call has neither, so it is
 * sent once; its caller decides about a retry. The cluster administration calls do not exist on the
 * stream. And a command-line tool makes one call and exits: opening a stream, finding the leader
 * and starting the client's threads would double its run time. What the two share is in {@code
 * internal.connection}: endpoints, the configuration of channels, and which errors allow a retry
 * ({@link RetryRules}).
 */
public final class PlainConnection implements AutoCloseable {
  private static final long PROBE_MILLIS = 1_000;

  /** How long to wait for a cluster that elects a leader. */
  private static final Duration ELECTION_LIMIT = Duration.ofSeconds(5);

  private static final long PAUSE_MILLIS = 100;

  private final List<Endpoint> endpoints;
  private final PlainChannels channels = new PlainChannels();

  /** Index of the server that answered last. */
  private int current;

  public PlainConnection(List<Endpoint> endpoints) {
    this.endpoints = endpoints;
  }

  /**
   * Makes a call. While the service has no leader it is made again, for some seconds.
   *
   * @throws TenureException if it failed, with the reason
   */
  public <T> T call(CallEffect effect, Function<Channel, T> call) {
    long end = System.nanoTime() + ELECTION_LIMIT.toNanos();
    while (true) {
      try {
        return callAny(effect, call);
      } catch (TenureException e) {
        boolean mayRetry = e instanceof UnavailableException && RetryRules.isTransient(e.reason());
        if (!mayRetry || System.nanoTime() - end >= 0 || !pause()) {
          throw e;
        }
      }
    }
  }

  private <T> T callAny(CallEffect effect, Function<Channel, T> call) {
    List<TenureException> failures = new ArrayList<>();
    for (int tries = 0; tries < endpoints.size(); tries++) {
      Endpoint endpoint = endpoints.get(current);
      try {
        if (endpoints.size() > 1) {
          probe(endpoint);
        }
        return callAt(endpoint, effect, call);
      } catch (TenureException e) {
        if (!(e instanceof UnavailableException)) {
          throw e;
        }
        failures.add(e);
        current = (current + 1) % endpoints.size();
      }
    }
    throw summary(failures);
  }

  /** The error of a server that answered says more than those of servers out of reach. */
  private static TenureException summary(List<TenureException> failures) {
    TenureException last = failures.get(failures.size() - 1);
    return failures.stream()
        .filter(failure -> failure.reason() != Reason.UNREACHABLE)
        .findFirst()
        .orElse(
            new UnavailableException(
                Reason.UNREACHABLE,
                failures.stream().map(Throwable::getMessage).collect(Collectors.joining("; ")),
                last));
  }

  /**
   * A frozen server accepts connections and never answers. Found out before the call: a call that
   * may have been executed must not be made at another server.
   */
  private void probe(Endpoint endpoint) {
    try {
      Function<Channel, Object> status =
          channel ->
              AdminGrpc.newBlockingStub(channel)
                  .withDeadlineAfter(PROBE_MILLIS, TimeUnit.MILLISECONDS)
                  .status(StatusRequest.getDefaultInstance());
      callAt(endpoint, CallEffect.READS, status);
    } catch (TenureException e) {
      throw new UnavailableException(Reason.UNREACHABLE, String.valueOf(e.getMessage()), e);
    }
  }

  /** Makes a call at this server only. */
  public <T> T callAt(Endpoint endpoint, CallEffect effect, Function<Channel, T> call) {
    try {
      return call.apply(channels.channel(endpoint));
    } catch (StatusRuntimeException e) {
      throw ErrorMapping.of(e, endpoint, effect);
    }
  }

  /** Returns false if the thread was interrupted. */
  public static boolean pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void close() {
    channels.close();
  }
}
