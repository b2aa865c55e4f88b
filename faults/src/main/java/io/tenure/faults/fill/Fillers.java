package io.tenure.faults.fill;

import com.google.protobuf.ByteString;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One kind of filler for each limit. */
final class Fillers {
  private static final ByteString FULL_VALUE = ByteString.copyFrom(new byte[4_096]);
  private static final int FEW_IN_FLIGHT = 32;

  private Fillers() {}

  static List<Filler> all(List<String> endpoints) {
    List<Filler> fillers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      fillers.add(new Sessions(endpoints, i));
      fillers.add(new Holds("holds-" + i, endpoints, i, FULL_VALUE));
      fillers.add(new Holds("holds-without-value-" + i, endpoints, i, ByteString.EMPTY));
      fillers.add(new Waiters(endpoints, i));
      fillers.add(new Answers(endpoints, i));
      fillers.add(new Flood(endpoints, i));
    }
    return fillers;
  }

  private static AcquireRequest.Builder acquire(long session, String key) {
    return AcquireRequest.newBuilder()
        .setSession(session)
        .addTargets(Target.newBuilder().setKey(key));
  }

  /** Opens sessions. */
  private static final class Sessions extends Pipelined {
    Sessions(List<String> endpoints, int number) {
      super("sessions-" + number, endpoints, number, FEW_IN_FLIGHT);
    }

    @Override
    boolean more() {
      if (!mayGo()) {
        return false;
      }
      send(Calls.LONG_SESSION);
      return true;
    }
  }

  /** Holds keys. */
  private static final class Holds extends Pipelined {
    private final ByteString value;
    private long session;
    private long key;

    Holds(String name, List<String> endpoints, int number, ByteString value) {
      super(name, endpoints, number, FEW_IN_FLIGHT);
      this.value = value;
    }

    @Override
    boolean more() {
      if (session == 0) {
        session = open();
      }
      if (!mayGo()) {
        return false;
      }
      send(acquire(session, "/fill/" + name() + "/" + ++key).setValue(value).build());
      return true;
    }
  }

  /** Waits for a key that it holds itself, with many requests. */
  private static final class Waiters extends Pipelined {
    private static final int MOST_IN_FLIGHT = 3_500;

    private long session;
    private long number = 1;

    Waiters(List<String> endpoints, int number) {
      super("waiters-" + number, endpoints, number, MOST_IN_FLIGHT);
    }

    @Override
    boolean more() {
      if (session == 0) {
        session = open();
        calls.once(stub -> stub.acquire(acquire(session, held()).setRequest(number).build()));
      }
      if (!mayGo()) {
        return false;
      }
      AcquireRequest.Builder request = acquire(session, held()).setValue(FULL_VALUE).setWaitMs(-1);
      send(request.setRequest(++number).build());
      return number % FEW_IN_FLIGHT != 0;
    }

    private String held() {
      return "/fill/" + name();
    }
  }

  /** Is refused again and again, and never acknowledges an answer. */
  private static final class Answers extends Pipelined {
    private static final int ANSWERS_PER_SESSION = 4_000;
    private static final String HELD = "/fill/waiters-0";

    private long session;
    private long number;

    Answers(List<String> endpoints, int number) {
      super("answers-" + number, endpoints, number, FEW_IN_FLIGHT);
    }

    @Override
    boolean more() {
      if (session == 0 || number == ANSWERS_PER_SESSION) {
        session = open();
        number = 0;
      }
      if (!mayGo()) {
        return false;
      }
      send(acquire(session, HELD).setRequest(++number).build());
      return true;
    }

    /** The service forgets the oldest answers instead of refusing anything. */
    @Override
    boolean reachesALimit() {
      return false;
    }
  }

  /** Now and then asks for more at a time than can be done. */
  private static final class Flood extends Pipelined {
    private static final int BURST = 5_000;
    private static final long REST_SECONDS = 10;

    private long key;
    private long burstEndedNanos = System.nanoTime();

    Flood(List<String> endpoints, int number) {
      super("flood-" + number, endpoints, number, BURST);
    }

    @Override
    boolean more() {
      boolean rests = System.nanoTime() - burstEndedNanos < TimeUnit.SECONDS.toNanos(REST_SECONDS);
      if (rests || !mayGo()) {
        return false;
      }
      AcquireRequest.Builder request = acquire(0, "/flood/" + name() + "/" + ++key);
      send(request.setTtlMs(1_000).setValue(FULL_VALUE).build());
      if (key % BURST == 0) {
        burstEndedNanos = System.nanoTime();
      }
      return true;
    }
  }
}
