package io.tenure.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.cli.inspect.Watch;
import io.tenure.client.LockEvent;
import io.tenure.client.Mode;
import io.tenure.client.Scope;
import io.tenure.client.Target;
import io.tenure.client.view.HoldView;
import io.tenure.client.view.KeyView;
import io.tenure.client.view.WaiterView;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class JsonTest {
  private static final Target TARGET = new Target("/a", Mode.EXCLUSIVE, Scope.KEY, 0);

  @Test
  void textIsQuoted() {
    assertThat(Json.write(List.of("a\"b\\c\n\u007f", 1L, true, Json.object("k", List.of()))))
        .isEqualTo("[\"a\\\"b\\\\c\\u000a\\u007f\",1,true,{\"k\":[]}]");
  }

  @Test
  void keysAreWrittenWithHoldsAndWaiters() {
    HoldView hold =
        new HoldView(
            7, "3", "default", "me", List.of(TARGET), "v", Optional.of(Duration.ofMillis(1_500)));
    Target permit = new Target("/a", Mode.SEMAPHORE, Scope.SUBTREE, 3);
    WaiterView waiter = new WaiterView("4", "o", "", List.of(permit), Duration.ofMillis(20));

    assertThat(Json.write(Json.of(new KeyView("/a", 1, List.of(hold), 1, List.of(waiter), 1))))
        .isEqualTo(
            "{\"key\":\"/a\",\"revision\":1,\"holds\":[{\"token\":7,\"session\":\"3\",\"owner\":\"default\","
                + "\"client_name\":\"me\",\"targets\":[{\"key\":\"/a\",\"mode\":\"EXCLUSIVE\","
                + "\"scope\":\"KEY\"}],\"value\":\"v\",\"remaining_ms\":1500}],\"holding\":1,"
                + "\"waiters\":[{\"session\":\"4\",\"owner\":\"o\",\"client_name\":\"\","
                + "\"targets\":[{\"key\":\"/a\",\"mode\":\"SEMAPHORE\",\"scope\":\"SUBTREE\","
                + "\"limit\":3}],\"waiting_ms\":20}],\"waiting\":1}");
  }

  @Test
  void eventsAreWrittenInOneLineForPeopleAndForPrograms() {
    LockEvent event =
        new LockEvent(
            9, LockEvent.Kind.RELEASED, "3", "o", List.of(TARGET), 7, "v\n", "SESSION_EXPIRED");

    assertThat(Json.write(Json.of(event)))
        .startsWith("{\"revision\":9,\"kind\":\"RELEASED\"")
        .endsWith("\"cause\":\"SESSION_EXPIRED\",\"value\":\"v\\u000a\"}");
    assertThat(Watch.line(event))
        .isEqualTo("9 released /a (exclusive) token 7 session 3 owner o: session expired \"v?\"");
  }
}
