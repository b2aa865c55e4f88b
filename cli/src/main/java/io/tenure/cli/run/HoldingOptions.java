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

/** How to hold something while a command runs. */
final class HoldingOptions {
  /**
   * How long a service that is between two leaders, or not there at all, is waited for, unless a
   * time to wait is given.
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
        "how long it stays held if this process dies or is cut off: 1s to 600s (default: 10s)."
            + " A process that is alive keeps it for as long as it likes"
            + ". TIME is a number and ms, s, m (or min) or h, or several: 500ms, 1.5s, 5m, 1m30s"
      })
  private Duration ttl;

  @ArgGroup private @Nullable Limit limit;

  /** Without limit unless one of these is given. */
  static final class Limit {
    @Option(
        names = "--wait",
        paramLabel = "TIME",
        converter = DurationConverter.OrForever.class,
        description = {
          "how long to wait at most, also for a service that cannot be reached: a time or forever."
              + " Default: forever if it is not free, and 5s for the service"
        })
    private Duration time;

    @Option(names = "--no-wait", description = "not to wait at all")
    private boolean none;
  }

  @Option(
      names = "--grace",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = {
        "how long the command has from SIGTERM to SIGKILL when the lock is being lost: 0s to a"
            + " third of the TTL (default: a fifth of the TTL, at most 10s). SIGTERM is sent early"
            + " enough for SIGKILL to fall within the TTL"
      })
  private @Nullable Duration grace;

  /** Nothing is sent yet. What cannot be used later is refused now. */
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

  boolean isPatient() {
    return limit == null;
  }

  /** For how long to try again when the service cannot be reached; empty if not at all. */
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
