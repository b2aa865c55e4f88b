package io.tenure.simulation.client;

import io.tenure.core.model.Mode;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import io.tenure.simulation.client.WorkerTask.Variation;
import io.tenure.simulation.world.Dice;
import io.tenure.simulation.world.Node;
import io.tenure.simulation.world.Time;
import io.tenure.simulation.world.Timer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A worker of a client: pauses, requests locks, waits, writes, releases, and repeats.
 *
 * <p>A write is sent without a check of the clock. However carefully a program checks before it
 * writes, it can be paused between the check and the write; a paused worker is always paused there.
 */
public final class Worker {
  private static final long WRITE_TIMEOUT = Time.millis(200);

  private static final long NOTHING = 0;

  private final Workload workload;
  private final LockClient client;
  private final Node node;
  private final Dice dice;
  private final String name;

  /** The claims of the present task: waiting, held, or ended. */
  private final List<Claim> claims = new ArrayList<>();

  private @Nullable Timer timer;
  private WorkerTask task;
  private int writesLeft;
  private boolean twisted;
  private boolean winding;
  private boolean served;

  /** Counts tasks, so that events of an earlier task are ignored. */
  private int tasks;

  /** The write whose answer it waits for, or {@link #NOTHING}. */
  private long writing;

  Worker(Workload workload, LockClient client, String name) {
    this.workload = workload;
    this.client = client;
    this.node = client.node();
    this.dice = node.world().dice();
    this.name = name;
    this.task = workload.next();
  }

  boolean isServed() {
    return served;
  }

  void begin() {
    await(workload.thinkTime(), () -> client.whenReady(this::ask));
  }

  private void ask() {
    tasks++;
    winding = workload.isWinding();
    task = workload.next();
    writesLeft = task.writes();
    twisted = false;
    if (task.patience() > 0) {
      await(task.patience(), this::endErrand);
    }
    claim(task.targets(), task.mayWait());
  }

  private void claim(List<Target> targets, boolean mayWait) {
    claims.add(client.ask(name, targets, mayWait, new ClaimProgress(tasks)));
  }

  /** Receives the events of one task; ignores events after its end. */
  private final class ClaimProgress implements ClaimListener {
    private final int mine;

    ClaimProgress(int mine) {
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
      if (mine == tasks) {
        step.run();
      }
    }
  }

  private void nextStep() {
    await(dice.exponential(task.pace()), this::step);
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
    Variation twist = task.twist();
    List<Target> second =
        twist == Variation.SECOND_KEY ? workload.secondKey(task.targets()) : List.of();
    if (twist == Variation.UPGRADE) {
      writesLeft = 1;
      stopWaiting();
      newest.convert(Mode.EXCLUSIVE);
    } else if (twist == Variation.DOWNGRADE) {
      stopWaiting();
      newest.convert(Mode.SHARED);
    } else if (!second.isEmpty()) {
      writesLeft = 1;
      stopWaiting();
      claim(second, true);
    } else if (twist == Variation.LEAVE) {
      client.leave();
    } else {
      if (twist == Variation.SET_VALUE) {
        newest.setValue(Value.of(name + " was here " + tasks + " times"));
      }
      nextStep();
    }
  }

  /** Releases all locks of this task and starts the next one. */
  private void endErrand() {
    tasks++;
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

  /** The worker's name and the targets it waits for. */
  @Override
  public String toString() {
    return node + "'s " + name + (claims.isEmpty() ? "" : " for " + task.targets());
  }
}
