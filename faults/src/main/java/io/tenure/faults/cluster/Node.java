package io.tenure.faults.cluster;

import io.tenure.client.admin.Member;
import io.tenure.faults.cluster.network.Network;
import io.tenure.harness.Folders;
import io.tenure.harness.TimeLimit;
import io.tenure.harness.process.LogTail;
import io.tenure.harness.process.Signals;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One of the servers: its place in the cluster, which never changes, and the process that is there
 * at the moment, if any. Whoever takes the place after the data was lost has another id.
 */
public final class Node {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final int number;
  private final NodePlace place;
  private final Launcher launcher;
  private final RunResources runResources;

  // What follows is guarded by this.
  private int life = 1;
  private List<Member> founders = List.of();
  private @Nullable Process process;
  private boolean paused;
  private boolean out;

  Node(int number, NodePlace place, Launcher launcher, RunResources runResources) {
    this.number = number;
    this.place = place;
    this.launcher = launcher;
    this.runResources = runResources;
  }

  /** From 1 on. In a {@link Network} it is this station. */
  public int number() {
    return number;
  }

  /** As the cluster knows it. */
  public synchronized String id() {
    return "n" + number + (life == 1 ? "" : "." + life);
  }

  /** Where clients connect, HOST:PORT. */
  public String address() {
    return place.address();
  }

  /** What it has printed, each time it ran. */
  public Path log() {
    return place.folder().resolve("server.log");
  }

  public Disk disk() {
    return place.disk();
  }

  /** Its wall clock, if it has one of its own. */
  public Optional<Clock> clock() {
    return place.clock();
  }

  Member member() {
    return new Member(id(), place.address(), place.raftAddress());
  }

  // --------------------------------------------------------------------------------- its life

  /** Whether its process is alive, even if it is paused. */
  public synchronized boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Whether its process is alive and not paused. */
  public synchronized boolean isRunning() {
    return isAlive() && !paused;
  }

  /** Starts it if it is not alive. Does not wait until it serves. */
  public synchronized void start() throws IOException {
    if (isAlive()) {
      return;
    }
    Files.createDirectories(place.folder());
    ProcessBuilder builder =
        new ProcessBuilder(launcher.command(this, founders))
            .directory(place.folder().toFile())
            .redirectInput(Redirect.from(new File("/dev/null")))
            .redirectOutput(Redirect.appendTo(log().toFile()))
            .redirectErrorStream(true);
    process = runResources.start(builder);
    paused = false;
  }

  /** Like {@code kill -9}; returns when it is gone. */
  public synchronized void kill() throws InterruptedException, IOException {
    strike();
    awaitEnd();
  }

  /** Like {@link #kill}, but does not wait, so that several nodes can be killed at once. */
  public synchronized void strike() {
    if (process != null) {
      process.destroyForcibly();
    }
  }

  /** Asks it to end in good order and waits until it has; if it takes too long, kills it. */
  public synchronized void stop() throws InterruptedException, IOException {
    resume();
    if (process != null) {
      process.destroy();
      boolean ended = process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
      if (!ended) {
        strike();
      }
      awaitEnd();
    }
  }

  private void awaitEnd() throws InterruptedException, IOException {
    Process ending = process;
    if (ending == null) {
      return;
    }
    if (!ending.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
      throw new IOException(id() + ": process " + ending.pid() + " does not end");
    }
    paused = false;
    Clock.forget(ending.pid());
  }

  /**
   * Waits until it has ended by itself.
   *
   * @return whether it has
   */
  public boolean awaitEnd(Duration limit) throws InterruptedException {
    TimeLimit timeLimit = TimeLimit.of(limit);
    while (isAlive()) {
      if (timeLimit.isOver()) {
        return false;
      }
      TimeLimit.pause();
    }
    return true;
  }

  /** Stops all of its threads with SIGSTOP; returns when none of them runs any more. */
  public synchronized void pause() throws InterruptedException, IOException {
    if (process != null && isRunning()) {
      paused = true;
      Signals.pause(process);
    }
  }

  /** Continues its threads. */
  public synchronized void resume() throws IOException {
    if (paused && process != null && process.isAlive()) {
      Signals.resume(process);
    }
    paused = false;
  }

  // ------------------------------------------------------------------------------ membership

  /** The members that it joins at its first start. */
  synchronized void meet(List<Member> members) {
    founders = List.copyOf(members);
  }

  /** Deletes all its data and gives it a new id. It must not be alive. */
  synchronized void wipe() throws IOException {
    requireDead();
    Folders.delete(place.disk().data());
    life++;
    out = false;
  }

  /** Deletes all its data; it keeps its id. It must not be alive. */
  public synchronized void loseData() throws IOException {
    requireDead();
    out = true;
    Folders.delete(place.disk().data());
  }

  private void requireDead() {
    if (isAlive()) {
      throw new IllegalStateException(id() + " is alive");
    }
  }

  /** Copies its data. It must not be alive. */
  synchronized void backUp() throws IOException {
    requireDead();
    Folders.delete(backup());
    Folders.copy(place.disk().data(), backup());
  }

  /** Puts the copy in the place of its data. It must not be alive. */
  synchronized void putBack() throws IOException {
    requireDead();
    Folders.delete(place.disk().data());
    Folders.copy(backup(), place.disk().data());
    Folders.delete(backup());
  }

  private Path backup() {
    return place.folder().resolve("backup");
  }

  /** It was taken out of the cluster. */
  synchronized void leave() {
    out = true;
  }

  /** Whether it can come back only as another member. */
  public synchronized boolean isOut() {
    return out;
  }

  /** The last lines of its log, and the exit code if the process has ended. */
  public synchronized String logTail() {
    String state = process == null || process.isAlive() ? "" : ", exit code " + process.exitValue();
    return id() + state + ", " + LogTail.of(log());
  }

  @Override
  public String toString() {
    return id();
  }
}
