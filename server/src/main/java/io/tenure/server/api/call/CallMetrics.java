package io.tenure.server.api.call;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.tenure.protocol.v1.Refusal;
import io.tenure.protocol.v1.ReplyOrBuilder;
import io.tenure.protocol.v1.Request;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Counts calls by what came of them. */
public final class CallMetrics {
  private static final Duration[] BOUNDS =
      IntStream.of(1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000)
          .mapToObj(Duration::ofMillis)
          .toArray(Duration[]::new);

  private final Timer acquireCommit;

  /** Filled when it is made, and not changed after. */
  private final Map<Request.CallCase, Results> calls = new EnumMap<>(Request.CallCase.class);

  public CallMetrics(MeterRegistry registry) {
    acquireCommit =
        Timer.builder("tenure.acquire.commit")
            .description("From the arrival of an acquire until it is committed and applied.")
            .serviceLevelObjectives(BOUNDS)
            .register(registry);
    for (Request.CallCase call : Request.CallCase.values()) {
      calls.put(call, new Results(registry, call));
    }
  }

  /** The counters of one kind of call; a registry's own look-up is too dear for every request. */
  private static final class Results {
    private final MeterRegistry registry;
    private final String call;
    private final Counter ok;
    private final Map<Enum<?>, Counter> others = new ConcurrentHashMap<>();

    Results(MeterRegistry registry, Request.CallCase call) {
      this.registry = registry;
      this.call = call.name().toLowerCase(Locale.ROOT);
      this.ok = counter("ok");
    }

    void count(@Nullable Enum<?> result) {
      (result == null ? ok : others.computeIfAbsent(result, each -> counter(each.name())))
          .increment();
    }

    private Counter counter(String result) {
      return Counter.builder("tenure.requests")
          .description("Requests answered, by call and result.")
          .tag("call", call)
          .tag("result", result.toLowerCase(Locale.ROOT))
          .register(registry);
    }
  }

  void acquireDecided(long nanos) {
    acquireCommit.record(nanos, TimeUnit.NANOSECONDS);
  }

  public void count(Request.CallCase call, ReplyOrBuilder reply) {
    Results results = calls.get(call);
    if (results != null) {
      results.count(failureIn(reply));
    }
  }

  /** The reason of an error or the kind of a refusal; null if it went well. */
  private static @Nullable Enum<?> failureIn(ReplyOrBuilder reply) {
    return switch (reply.getResultCase()) {
      case ERROR -> reply.getError().getReason();
      case ACQUIRE -> kind(reply.getAcquire().hasRefusal(), reply.getAcquire().getRefusal());
      case RELEASE -> kind(reply.getRelease().hasRefusal(), reply.getRelease().getRefusal());
      case CONVERT -> kind(reply.getConvert().hasRefusal(), reply.getConvert().getRefusal());
      case SET_VALUE -> kind(reply.getSetValue().hasRefusal(), reply.getSetValue().getRefusal());
      case RENEW -> kind(reply.getRenew().hasRefusal(), reply.getRenew().getRefusal());
      default -> null;
    };
  }

  private static @Nullable Enum<?> kind(boolean refused, Refusal refusal) {
    return refused ? refusal.getKind() : null;
  }
}
