package io.tenure.simulation.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.model.Key;
import io.tenure.simulation.peer.PeerService;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DatabaseTest {
  private final List<Line> lines = new ArrayList<>();
  private final Stage stage = new Stage(new StoryRun(1, true, lines::add));

  @Test
  void knowsThatADepositWasOverwritten() {
    Database database = Database.withoutTokens(stage);
    Player one = holder("Client1", 1);
    Player two = holder("Client2", 2);
    stage.open(() -> true);

    database.read(one, 50);
    database.read(two, 20);
    database.write(two, "");
    stage.play(1);
    database.write(one, "");
    stage.play(2);

    assertThat(database.balance()).isEqualTo(150);
    assertThat(database.owed()).isEqualTo(170);
    assertThat(lines)
        .last()
        .extracting(Line::kind, Line::text)
        .containsExactly(
            Line.Kind.ALARM, "accepted Client1: the balance is 150, but 170 would be right");
  }

  @Test
  void rejectsAnOlderTokenOnlyWhenFenced() {
    Database fenced = Database.withTokens(stage, true);
    Player one = holder("Client1", 1);
    Player two = holder("Client2", 2);
    stage.open(() -> true);

    fenced.add(two, 20);
    stage.play(1);
    fenced.add(one, 50);
    stage.play(2);

    assertThat(fenced.balance()).isEqualTo(120);
    assertThat(lines)
        .last()
        .extracting(Line::text)
        .isEqualTo("rejected Client1, stale token 1 (seen 2)");
  }

  /**
   * Somebody who holds the account, whoever else does: by a lock service of its own.
   *
   * @param token how many keys it takes before it has the account, which comes last
   */
  private Player holder(String name, int token) {
    PeerService service = PeerService.redlock(stage.world());
    Player player = new Player(stage, service.client(name, 10_000, client -> {}));
    service.start();
    player.node().start();
    for (int i = 1; i <= token; i++) {
      Key key = i == token ? Database.KEY : Key.of("/other/" + i);
      player.asks(key, () -> {});
      stage.prepare(() -> player.holds(key));
    }
    return player;
  }
}
