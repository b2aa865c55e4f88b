package io.tenure.simulation.client;

import io.tenure.core.model.Hold;
import io.tenure.simulation.world.Node;
import java.util.function.Consumer;

/**
 * A holder's write to a resource, with its fencing token. May be sent again until it is answered.
 *
 * @param id no other write has it
 * @param hold what its client believed to hold when it made up its mind to write
 * @param answer hears whether it was accepted; perhaps more than once
 */
public record Write(Node client, long id, Resource resource, Hold hold, Consumer<Boolean> answer) {

  public void send() {
    client.world().network().send(client, resource, r -> r.onWrite(this));
  }
}
