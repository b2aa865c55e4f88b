package io.tenure.cli.run;

import io.tenure.cli.terminal.DurationConverter;
import io.tenure.cli.terminal.EndpointsOption;
import io.tenure.client.LockRequest;
import io.tenure.client.Tenure;
import io.tenure.client.plain.PlainRequest;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of commands that hold a lock while a command runs. */
final class HoldingOptions {
  /**
   * How long to wait for an unavailable service, for example during a leader election, if no wait
   * time is given.
   */
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  @Spec(Spec.Target.MIXEE)
  private CommandSpec mixee;

  @Option(
      names = "--ttl",
      paramLabel = "TIME",
      defaultValue = "10s",
      converter = DurationConverter.class,
      description = {
        "time until the lock expires if this process dies or loses its connection: 1s"
            + " to 600s (default: 10s). While this process runs and is connected, the lock"
            + " does not expire. TIME is a number with the unit ms, s, m (or min) or h, or a"
            + " sequence of these: 500ms, 1.5s, 5m, 1m30s"
      })
  private Duration ttl;

  @ArgGroup private @Nullable Limit limit;

  /** The wait is unlimited unless one of these is given. */
  static final class Limit {
    @Option(
        names = "--wait",
        paramLabel = "TIME",
        converter = DurationConverter.OrForever.class,
        description = {
          "maximum time to wait, for the lock and for an unavailable service: TIME or"
              + " forever. Default: forever for the lock, 5s for the service"
        })
    private Duration time;

    @Option(names = "--no-wait", description = "do not wait")
    private boolean none;
  }

  @Option(
      names = "--grace",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = {
        "time between SIGTERM and SIGKILL when the lock is about to expire or was"
            + " lost: 0s to a third of the TTL (default: a fifth of the TTL, at most 10s)."
            + " SIGTERM is sent early enough that SIGKILL falls within the TTL"
      })
  private @Nullable Duration grace;

  /** Creates the client and validates its settings; sends nothing yet. */
  Tenure connect(EndpointsOption endpoints, String clientName) {
    return endpoints.tenure(client -> client.ttl(ttl).timeout(TIMEOUT).name(clientName));
  }

  Duration ttl() {
    return ttl;
  }

  Grace grace() {
    try {
      return Grace.of(grace, ttl);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(mixee.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  boolean waitsWithoutLimit() {
    return limit == null;
  }

  /** For how long to retry while the service is unavailable; empty for no retries. */
  Optional<WaitTime> waitTime() {
    return limit == null || limit.none ? Optional.empty() : Optional.of(new WaitTime(limit.time));
  }

  LockRequest limit(LockRequest request) {
    if (limit == null || (!limit.none && limit.time.equals(PlainRequest.FOREVER))) {
      return request;
    }
    try {
      return request.waitUpTo(limit.none ? Duration.ZERO : limit.time);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(mixee.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
