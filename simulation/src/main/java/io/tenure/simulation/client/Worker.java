package io.tenure.simulation.client;

import io.tenure.core.model.Mode;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import io.tenure.simulation.client.Errand.Twist;
import io.tenure.simulation.world.Dice;
import io.tenure.simulation.world.Node;
import io.tenure.simulation.world.Time;
import io.tenure.simulation.world.Timer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One task of a client: it thinks, asks, waits, writes, releases, and starts over.
 *
 * <p>A write goes out without another look at the clock. However carefully a program looks before
 * it writes, it can be paused between the two; a worker that is paused is always paused there.
 */
public final class Worker {
  private static final long WRITE_TIMEOUT = Time.millis(200);

  private static final long NOTHING = 0;

  private final Workload workload;
  private final LockClient client;
  private final Node node;
  private final Dice dice;
  private final String name;

  /** What this errand has asked for so far: waiting, held, or over. */
  private final List<Claim> claims = new ArrayList<>();

  private @Nullable Timer timer;
  private Errand errand;
  private int writesLeft;
  private boolean twisted;
  private boolean winding;
  private boolean served;

  /** Counts errands, so that news of an earlier one is not taken for this one's. */
  private int errands;

  /** The write whose answer it waits for, or {@link #NOTHING}. */
  private long writing;

  Worker(Workload workload, LockClient client, String name) {
    this.workload = workload;
    this.client = client;
    this.node = client.node();
    this.dice = node.world().dice();
    this.name = name;
    this.errand = workload.next();
  }

  boolean isServed() {
    return served;
  }

  void begin() {
    await(workload.thinkTime(), () -> client.whenReady(this::ask));
  }

  private void ask() {
    errands++;
    winding = workload.isWinding();
    errand = workload.next();
    writesLeft = errand.writes();
    twisted = false;
    if (errand.patience() > 0) {
      await(errand.patience(), this::endErrand);
    }
    claim(errand.targets(), errand.mayWait());
  }

  private void claim(List<Target> targets, boolean mayWait) {
    claims.add(client.ask(name, targets, mayWait, new Ear(errands)));
  }

  /** Listens for one errand; what comes later is not for this worker any more. */
  private final class Ear implements ClaimListener {
    private final int mine;

    Ear(int mine) {
      this.mine = mine;
    }

    @Override
    public void granted() {
      then(Worker.this::nextStep);
    }

    @Override
    public void converted() {
      then(Worker.this::nextStep);
    }

    @Override
    public void refused(String why) {
      then(Worker.this::endErrand);
    }

    @Override
    public void conversionRefused(String why) {
      then(Worker.this::endErrand);
    }

    @Override
    public void lost() {
      then(Worker.this::endErrand);
    }

    private void then(Runnable step) {
      if (mine == errands) {
        step.run();
      }
    }
  }

  private void nextStep() {
    await(dice.exponential(errand.pace()), this::step);
  }

  private void step() {
    Claim newest = newest();
    List<Resource> writable = workload.writable(newest.hold().targets());
    if (writesLeft > 0 && !writable.isEmpty()) {
      writesLeft--;
      write(dice.pick(writable), newest);
    } else if (!twisted) {
      twisted = true;
      twist(newest);
    } else {
      served |= winding;
      endErrand();
    }
  }

  private Claim newest() {
    return claims.get(claims.size() - 1);
  }

  private void write(Resource resource, Claim claim) {
    long id = dice.number();
    writing = id;
    send(new Write(node, id, resource, claim.hold(), accepted -> onWritten(id, accepted)));
  }

  private void send(Write write) {
    write.send();
    await(WRITE_TIMEOUT, () -> send(write));
  }

  private void onWritten(long write, boolean accepted) {
    // An answer can outlive the process that asked; its claims are all over then.
    if (write != writing || newest().isOver()) {
      return;
    }
    writing = NOTHING;
    if (accepted) {
      nextStep();
    } else {
      endErrand();
    }
  }

  private void twist(Claim newest) {
    Twist twist = errand.twist();
    List<Target> second =
        twist == Twist.SECOND_KEY ? workload.secondKey(errand.targets()) : List.of();
    if (twist == Twist.UPGRADE) {
      writesLeft = 1;
      stopWaiting();
      newest.convert(Mode.EXCLUSIVE);
    } else if (twist == Twist.DOWNGRADE) {
      stopWaiting();
      newest.convert(Mode.SHARED);
    } else if (!second.isEmpty()) {
      writesLeft = 1;
      stopWaiting();
      claim(second, true);
    } else if (twist == Twist.LEAVE) {
      client.leave();
    } else {
      if (twist == Twist.SET_VALUE) {
        newest.setValue(Value.of(name + " was here " + errands + " times"));
      }
      nextStep();
    }
  }

  /** Gives back whatever this errand has, and goes on to the next. */
  private void endErrand() {
    errands++;
    writing = NOTHING;
    for (int i = claims.size() - 1; i >= 0; i--) {
      claims.get(i).giveUp();
    }
    claims.clear();
    if (served) {
      stopWaiting();
    } else {
      begin();
    }
  }

  private void await(long nanos, Runnable action) {
    stopWaiting();
    timer = node.after(nanos, action);
  }

  private void stopWaiting() {
    if (timer != null) {
      timer.cancel();
    }
  }

  /** Who it is and what it waits for. */
  @Override
  public String toString() {
    return node + "'s " + name + (claims.isEmpty() ? "" : " for " + errand.targets());
  }
}
