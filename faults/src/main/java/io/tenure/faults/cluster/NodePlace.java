package io.tenure.faults.cluster;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What stays the same for a node when its process or its identity changes.
 *
 * @param port for clients; the next one is for the other nodes
 */
record NodePlace(Path folder, String host, int port, Disk disk, Optional<Clock> clock) {
  String address() {
    return host + ":" + port;
  }

  String raftAddress() {
    return host + ":" + (port + 1);
  }
}
