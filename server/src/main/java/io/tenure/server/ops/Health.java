package io.tenure.server.ops;

import java.util.List;
import java.util.Optional;

/** How the node is doing. Asked from any thread; must answer at once, without asking others. */
public interface Health {
  /** What broke for good, so that only a restart may help. */
  Optional<String> failure();

  /** Why clients had better go elsewhere for now, such as a shard without leader. */
  List<String> obstacles();
}
