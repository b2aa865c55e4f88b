package io.tenure.server.service.lock;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.tenure.harness.Await;
import io.tenure.protocol.v1.Event;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.Retry;
import io.tenure.protocol.v1.SetValueRequest;
import io.tenure.server.service.fixture.Ask;
import io.tenure.server.service.fixture.SharedCluster;
import io.tenure.server.service.fixture.TestClient;
import io.tenure.server.service.fixture.TestSession;
import io.tenure.server.service.fixture.TestWatch;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class SlowWatcherTest {
  /** Values of 4 KiB: several times what fits between a node and a client. */
  private static final int EVENTS = 3_500;

  private static final int IN_FRAME = 100;

  @RegisterExtension
  static final SharedCluster SERVICE =
      SharedCluster.ofOne()
          .with("watch-history-events", String.valueOf(EVENTS + 100))
          .with("http-listen", "127.0.0.1:0");

  /** Changes the value of a hold so many times, one revision each. */
  private static void changeValue(TestClient client, TestSession session, long token) {
    SetValueRequest.Builder change =
        SetValueRequest.newBuilder()
            .setSession(session.id())
            .setToken(token)
            .setValue(ByteString.copyFrom(new byte[4_096]));
    for (int done = 0; done < EVENTS; done += IN_FRAME) {
      Request.Builder[] frame = new Request.Builder[IN_FRAME];
      for (int i = 0; i < IN_FRAME; i++) {
        long number = session.nextNumber();
        change.setRequest(number).setAcknowledged(number - 1);
        frame[i] = Request.newBuilder().setSetValue(change.build());
      }
      long first = client.send(frame);
      for (int i = 0; i < IN_FRAME; i++) {
        assertThat(client.reply(first + i).getSetValue().hasValueSet()).isTrue();
      }
    }
  }

  private static boolean isCutOff() {
    return SERVICE
        .node()
        .http("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith("tenure_watch_cutoffs_total"))
        .anyMatch(line -> line.contains("SLOW_SUBSCRIBER") && !line.endsWith(" 0.0"));
  }

  @Test
  void slowWatcherIsCutOffWithAReasonAndMayResumeWhileOthersGoOn() {
    TestClient client = SERVICE.client();
    TestSession session = TestSession.open(client);
    long token = session.hold("/slow");
    List<Long> expected = LongStream.rangeClosed(token + 1, token + EVENTS).boxed().toList();
    TestClient slow = SERVICE.keep(TestClient.thatDoesNotRead(SERVICE.node()));
    long watch = slow.send(Ask.watch(Ask.key("/slow").setFromRevision(token + 1)));
    TestWatch quick = TestWatch.start(SERVICE.node(), Ask.key("/slow"));

    changeValue(client, session, token);

    assertThat(quick.next(EVENTS)).extracting(Event::getRevision).isEqualTo(expected);
    Await.until("the slow one is cut off", SlowWatcherTest::isCutOff);
    slow.read(Integer.MAX_VALUE);
    assertThat(slow.reply(watch).getWatch().hasStarted()).isTrue();
    List<Long> seen = new ArrayList<>();
    Reply last = slow.reply(watch);
    while (!last.hasError()) {
      last.getWatch().getEvents().getEventsList().forEach(event -> seen.add(event.getRevision()));
      last = slow.reply(watch);
    }
    assertThat(last.getError().getReason()).isEqualTo(Reason.SLOW_SUBSCRIBER);
    assertThat(last.getError().getRetry()).isEqualTo(Retry.RETRY_SAFE);
    assertThat(seen).hasSizeLessThan(EVENTS).isEqualTo(expected.subList(0, seen.size()));
    assertThat(last.getError().getMessage())
        .endsWith("delivered through revision " + (token + seen.size()));
    TestWatch resumed =
        TestWatch.start(SERVICE.node(), Ask.key("/slow").setFromRevision(token + seen.size() + 1));
    assertThat(resumed.next(EVENTS - seen.size()))
        .extracting(Event::getRevision)
        .isEqualTo(expected.subList(seen.size(), EVENTS));
  }
}
