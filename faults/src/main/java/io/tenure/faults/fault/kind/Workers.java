package io.tenure.faults.fault.kind;

import java.io.IOException;
import java.time.Duration;
import java.util.Random;

/** The processes of the clients, as far as faults have to do with them. */
public interface Workers {
  /**
   * Has a process, or some, stand still.
   *
   * @return which, in words
   */
  String pause(Random random) throws IOException, InterruptedException;

  /** Lets all that stand still go on. */
  void resume() throws IOException, InterruptedException;

  /**
   * Kills a process, as with {@code kill -9}. Another may take its place.
   *
   * @return which, in words
   */
  String kill(Random random) throws IOException, InterruptedException;

  /**
   * Who is in a place of their own.
   *
   * @param place from 0 on
   */
  String at(int place);

  /** Makes the wall clocks of all processes differ from the machine's by this. */
  void shiftClocks(Duration by) throws IOException;

  /** Ends whatever is wrong with them from outside: they run, and their clocks are right. */
  void heal() throws IOException, InterruptedException;
}
