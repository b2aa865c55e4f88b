package io.tenure.server.config;

import io.tenure.server.config.ServerConfig.Addresses;
import java.util.List;
import java.util.Optional;

/** Derives the addresses that are not set from those that are, and checks that they agree. */
final class AddressPlan {
  private final SettingValues values;

  private AddressPlan(SettingValues values) {
    this.values = values;
  }

  static Addresses of(SettingValues values) throws StartRefusedException {
    return new AddressPlan(values).addresses();
  }

  private Addresses addresses() throws StartRefusedException {
    String id = values.get(Settings.ID);
    List<Peer> peers = values.find(Settings.PEERS).orElse(List.of());
    Optional<Peer> named = peers.stream().filter(peer -> peer.id().equals(id)).findFirst();
    if (named.isEmpty() && !peers.isEmpty()) {
      throw values.refusal(Settings.PEERS, "no " + id, "this node, " + id + ", among them");
    }
    Address listen = listen(named);
    Address raft = raft(named, listen);
    Optional<Address> http = http(listen);
    requireApart(Settings.RAFT_LISTEN, raft, listen);
    if (http.isPresent()) {
      requireApart(Settings.HTTP_LISTEN, http.get(), listen);
      requireApart(Settings.HTTP_LISTEN, http.get(), raft);
    }
    Peer self = named.orElse(new Peer(id, listen, raft.port()));
    return new Addresses(
        listen, raft, http, self, peers.isEmpty() ? List.of(self) : List.copyOf(peers));
  }

  private Address listen(Optional<Peer> named) throws StartRefusedException {
    Optional<Address> set = values.find(Settings.LISTEN);
    if (named.isEmpty()) {
      return set.isPresent() ? set.get() : values.get(Settings.LISTEN);
    }
    Address listen = set.orElse(named.get().address());
    requireReachable(Settings.LISTEN, listen, named.get().address());
    return listen;
  }

  private Address raft(Optional<Peer> named, Address listen) throws StartRefusedException {
    Optional<Address> set = values.find(Settings.RAFT_LISTEN);
    if (named.isEmpty()) {
      return set.isPresent() ? set.get() : above(Settings.RAFT_LISTEN, listen, 1);
    }
    Peer peer = named.get();
    Address raft = set.orElse(new Address(listen.host(), peer.raftPort()));
    requireReachable(Settings.RAFT_LISTEN, raft, peer.raftAddress());
    return raft;
  }

  private Optional<Address> http(Address listen) throws StartRefusedException {
    Optional<Optional<Address>> set = values.find(Settings.HTTP_LISTEN);
    return set.isPresent() ? set.get() : Optional.of(above(Settings.HTTP_LISTEN, listen, 2));
  }

  /** A port that is chosen freely has no neighbours: these are chosen freely, too. */
  private Address above(Setting<?> setting, Address listen, int steps)
      throws StartRefusedException {
    int port = listen.port() == 0 ? 0 : listen.port() + steps;
    if (port > Address.MAX_PORT) {
      throw values.refusal(
          setting, "not set", "to be set, as listen's port + " + steps + " would be " + port);
    }
    return new Address(listen.host(), port);
  }

  /** Others connect where {@code peers} says, so this node had better listen there. */
  private void requireReachable(Setting<?> setting, Address here, Address promised)
      throws StartRefusedException {
    boolean sameHost = here.isWildcard() || here.host().equals(promised.host());
    if (!sameHost || here.port() != promised.port()) {
      throw values.refusal(
          setting, here.toString(), promised + " as in peers, or 0.0.0.0:" + promised.port());
    }
  }

  private void requireApart(Setting<?> setting, Address here, Address other)
      throws StartRefusedException {
    if (here.collidesWith(other)) {
      throw values.refusal(setting, here.toString(), "another port than " + other);
    }
  }
}
