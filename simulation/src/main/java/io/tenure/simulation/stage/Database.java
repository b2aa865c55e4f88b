package io.tenure.simulation.stage;

import io.tenure.core.model.Hold;
import io.tenure.core.model.Key;
import io.tenure.simulation.client.Resource;
import io.tenure.simulation.client.Write;
import io.tenure.simulation.world.Node;
import io.tenure.simulation.world.Trace;
import java.util.HashMap;
import java.util.Map;

/**
 * A database with one balance, which clients change the way programs do: they read it, add
 * something, and write the sum. That is right as long as nobody else writes in between, which is
 * what the lock is for.
 */
public final class Database implements Trace {
  public static final Key KEY = Key.of("/account");

  private static final String NAME = "Database";
  public static final long FIRST_BALANCE = 100;

  private record Deposit(long amount, long sum) {}

  private final Stage stage;
  private final Resource resource;
  private final boolean showsTokens;

  /** By the token under which they were made up. */
  private final Map<Long, Deposit> deposits = new HashMap<>();

  private long balance = FIRST_BALANCE;
  private long deposited;

  private Database(Stage stage, boolean fencing, boolean showsTokens) {
    this.stage = stage;
    this.resource = new Resource(stage.world(), NAME, KEY, fencing);
    this.showsTokens = showsTokens;
    stage.world().listen(this);
    resource.start();
  }

  /** A database whose clients send a token along, whether it checks them or not. */
  public static Database withTokens(Stage stage, boolean fencing) {
    return new Database(stage, fencing, true);
  }

  /** A database behind a lock service that has no tokens. */
  public static Database withoutTokens(Stage stage) {
    return new Database(stage, false, false);
  }

  public long balance() {
    return balance;
  }

  /** What the balance would be if no accepted deposit had been overwritten. */
  public long owed() {
    return FIRST_BALANCE + deposited;
  }

  /** The first half of a deposit. */
  public void read(Player player, long amount) {
    if (player.holds(KEY)) {
      player.tell("reads the balance, " + balance + ", to add " + amount);
      intend(player, amount);
    }
  }

  /** The second half. Without another look at the clock, or at the lock. */
  public void write(Player player, String how) {
    if (player.holds(KEY)) {
      Hold hold = player.claimOn(KEY).hold();
      Deposit deposit = deposits.getOrDefault(hold.token(), new Deposit(0, balance));
      player.tell(how + "writes the sum, " + deposit.sum() + with(hold));
      send(player, hold);
    }
  }

  /** Both halves at once. */
  public void add(Player player, long amount) {
    if (player.holds(KEY)) {
      Hold hold = player.claimOn(KEY).hold();
      player.tell("adds " + amount + " to the balance" + with(hold));
      intend(player, amount);
      send(player, hold);
    }
  }

  private void intend(Player player, long amount) {
    long token = player.claimOn(KEY).hold().token();
    deposits.put(token, new Deposit(amount, balance + amount));
  }

  private void send(Player player, Hold hold) {
    long id = stage.world().dice().number();
    new Write(player.node(), id, resource, hold, accepted -> {}).send();
  }

  private String with(Hold hold) {
    return showsTokens ? ", with token " + hold.token() : "";
  }

  @Override
  public void writeAccepted(Node resource, Node client, Hold hold) {
    Deposit deposit = deposits.getOrDefault(hold.token(), new Deposit(0, balance));
    balance = deposit.sum();
    deposited += deposit.amount();
    String token = showsTokens ? ", token " + hold.token() : "";
    boolean right = balance == owed();
    stage.tell(
        right ? Line.Kind.EVENT : Line.Kind.ALARM,
        NAME,
        "accepted "
            + client
            + token
            + ": the balance is "
            + balance
            + (right ? "" : ", but " + owed() + " would be right"));
  }

  @Override
  public void writeRejected(Node resource, Node client, Hold hold, long highestSeen) {
    stage.tell(
        Line.Kind.ALARM,
        NAME,
        "rejected " + client + ", stale token " + hold.token() + " (seen " + highestSeen + ")");
  }
}
