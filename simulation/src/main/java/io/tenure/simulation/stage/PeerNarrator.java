package io.tenure.simulation.stage;

import io.tenure.core.model.Event;
import io.tenure.core.model.Hold;
import io.tenure.simulation.story.TwoHolders;
import io.tenure.simulation.world.Node;
import io.tenure.simulation.world.Trace;

/** Prints the actions of the stores of Redis or Redlock. */
public final class PeerNarrator implements Trace {
  private final Stage stage;
  private final String service;
  private final String agreement;

  /**
   * A voice for one of the two.
   *
   * @param agreement who has to agree before somebody holds a key
   */
  public PeerNarrator(Stage stage, String service, String agreement) {
    this.stage = stage;
    this.service = service;
    this.agreement = agreement;
  }

  @Override
  public void elected(Node server, long term) {
    stage.tell(service, "its sentinel makes " + server + " the primary");
  }

  @Override
  public void happened(Node server, Event event) {
    if (event instanceof Event.Granted granted) {
      Hold hold = granted.hold();
      String who = hold.owner().label();
      stage.tell(
          service,
          agreement
              + ": "
              + who
              + " holds "
              + Words.targets(hold.targets())
              + " for "
              + TwoHolders.TTL_SECONDS
              + " s");
    }
  }
}
