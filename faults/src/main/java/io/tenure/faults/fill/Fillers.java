package io.tenure.faults.fill;

import com.google.protobuf.ByteString;
import io.grpc.stub.StreamObserver;
import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** One kind of filler for each limit. */
final class Fillers {
  private static final ByteString FULL_VALUE = ByteString.copyFrom(new byte[4_096]);
  private static final int MAX_ANSWERS = 4_096;
  private static final long REFUSED_MILLIS = 50;

  private Fillers() {}

  static List<Filler> all(List<String> endpoints) {
    List<Filler> fillers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      fillers.add(new Sessions(endpoints, 2 * i));
      fillers.add(new Sessions(endpoints, 2 * i + 1));
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
  private static final class Sessions extends Filler {
    Sessions(List<String> endpoints, int number) {
      super("sessions-" + number, endpoints, number);
    }

    @Override
    boolean more() {
      calls.open();
      tally.count("opened");
      return true;
    }
  }

  /** Holds keys. */
  private static final class Holds extends Filler {
    private final ByteString value;
    private long session;
    private long key;

    Holds(String name, List<String> endpoints, int number, ByteString value) {
      super(name, endpoints, number);
      this.value = value;
    }

    @Override
    boolean more() {
      if (session == 0) {
        session = open();
      }
      String next = "/fill/" + name() + "/" + ++key;
      AcquireReply reply =
          calls.once(stub -> stub.acquire(acquire(session, next).setValue(value).build()));
      if (reply.hasGranted()) {
        tally.count("granted");
        return true;
      }
      key--;
      tally.refused(reply.getRefusal());
      return false;
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
      AcquireRequest.Builder request = acquire(session, held()).setValue(FULL_VALUE).setWaitMs(-1);
      return isRefusedNoMore() && send(request.setRequest(++number).build());
    }

    private String held() {
      return "/fill/" + name();
    }
  }

  /** Is refused again and again, and never says that it has heard so. */
  private static final class Answers extends Filler {
    private long session;
    private long number;

    Answers(List<String> endpoints, int number) {
      super("answers-" + number, endpoints, number);
    }

    @Override
    boolean more() {
      if (session == 0 || number % MAX_ANSWERS == 0) {
        session = open();
        number = 0;
      }
      AcquireReply reply =
          calls.once(
              stub ->
                  stub.acquire(acquire(session, "/fill/waiters-0").setRequest(++number).build()));
      tally.refused(reply.getRefusal());
      return true;
    }
  }

  /** Now and then asks for more at a time than can be done. */
  private static final class Flood extends Pipelined {
    private static final int BURST = 5_000;
    private static final long REST_MILLIS = 10_000;

    private long key;
    private long burstEndedNanos = System.nanoTime();

    Flood(List<String> endpoints, int number) {
      super("flood-" + number, endpoints, number, BURST);
    }

    @Override
    boolean more() {
      boolean rests =
          System.nanoTime() - burstEndedNanos < TimeUnit.MILLISECONDS.toNanos(REST_MILLIS);
      if (rests) {
        return false;
      }
      AcquireRequest.Builder request = acquire(0, "/flood/" + name() + "/" + ++key);
      boolean sent = send(request.setTtlMs(1_000).setValue(FULL_VALUE).build());
      if (!sent || key % BURST == 0) {
        burstEndedNanos = System.nanoTime();
      }
      return true;
    }
  }

  /** Asks without waiting for the answers. */
  private abstract static class Pipelined extends Filler {
    private final Semaphore free;
    private volatile long refusedNanos = System.nanoTime();

    Pipelined(String name, List<String> endpoints, int number, int mostInFlight) {
      super(name, endpoints, number);
      this.free = new Semaphore(mostInFlight);
    }

    final boolean isRefusedNoMore() {
      return System.nanoTime() - refusedNanos > TimeUnit.MILLISECONDS.toNanos(REFUSED_MILLIS);
    }

    /** False if too many are in flight. */
    final boolean send(AcquireRequest request) {
      if (!free.tryAcquire()) {
        return false;
      }
      calls.async().acquire(request, new Reply());
      return true;
    }

    private final class Reply implements StreamObserver<AcquireReply> {
      @Override
      public void onNext(AcquireReply reply) {
        if (reply.hasRefusal()) {
          tally.refused(reply.getRefusal());
        } else {
          tally.count("granted");
        }
      }

      @Override
      public void onError(Throwable thrown) {
        free.release();
        refusedNanos = System.nanoTime();
        tally.failed(thrown);
        goOnAfter(thrown);
      }

      @Override
      public void onCompleted() {
        free.release();
      }
    }
  }
}
