package io.tenure.cli;

import io.tenure.client.LockRequest;
import io.tenure.client.PlainRequest;
import io.tenure.client.Tenure;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How to hold something while a command runs. */
final class HoldingOptions {
  /** How long a service that is between two leaders, or not there at all, is waited for. */
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private static final Duration MAX_GRACE = Duration.ofDays(1);

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
      })
  private Duration ttl;

  @ArgGroup private @Nullable Limit limit;

  /** Without limit unless one of these is given. */
  static final class Limit {
    @Option(
        names = "--wait",
        paramLabel = "TIME",
        converter = DurationConverter.OrForever.class,
        description = "how long to wait at most if it is not free (default: forever)")
    private Duration time;

    @Option(names = "--no-wait", description = "not to wait at all")
    private boolean none;
  }

  @Option(
      names = "--grace",
      paramLabel = "TIME",
      defaultValue = "5s",
      converter = DurationConverter.class,
      description = {
        "if it is lost: how long the command has, from SIGTERM on, before SIGKILL (default: 5s)"
      })
  private Duration grace;

  /** Nothing is sent yet. What cannot be used later is refused now. */
  Tenure connect(EndpointsOption endpoints, String clientName) {
    if (grace.compareTo(MAX_GRACE) > 0) {
      throw new ParameterException(
          mixee.commandLine(), "grace: " + grace + " (expected: 0 to 1 day)");
    }
    return endpoints.tenure(client -> client.ttl(ttl).timeout(TIMEOUT).name(clientName));
  }

  Duration ttl() {
    return ttl;
  }

  Duration grace() {
    return grace;
  }

  boolean isPatient() {
    return limit == null;
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
