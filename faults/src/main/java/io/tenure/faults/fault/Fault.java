package io.tenure.faults.fault;

import io.tenure.faults.cluster.Node;
import java.io.IOException;
import java.util.List;

/**
 * Something that is wrong now.
 *
 * @param what a description of the fault and its victim
 * @param victims the nodes that are touched
 * @param healing how it ends
 */
public record Fault(String what, List<Node> victims, Healing healing) {
  public Fault {
    victims = List.copyOf(victims);
  }

  /** How a fault ends. */
  @FunctionalInterface
  public interface Healing {
    /**
     * Takes back what was done. Does not wait until the service is whole.
     *
     * @return what else is to be said, in words; may be empty
     * @throws OtherFaultException if all was taken back, but what was meant has not happened
     */
    String heal() throws IOException, InterruptedException, OtherFaultException;
  }

  /** What is done to end a fault that there is nothing more to say of. */
  @FunctionalInterface
  public interface Deed {
    void perform() throws IOException, InterruptedException, OtherFaultException;
  }

  public static Fault of(String what, List<Node> victims, Deed healing) {
    return new Fault(
        what,
        victims,
        () -> {
          healing.perform();
          return "";
        });
  }

  /** One of a single node. */
  public static Fault of(String what, Node victim, Deed healing) {
    return of(what, List.of(victim), healing);
  }
}
