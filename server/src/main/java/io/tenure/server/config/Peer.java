package io.tenure.server.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A node of the cluster.
 *
 * @param address where clients reach it
 * @param raftPort where other nodes reach it, on the same host
 */
public record Peer(String id, Address address, int raftPort) {
  public static final String ID_RANGE = "1 to 64 of A-Z a-z 0-9 . _ -";

  /** A majority of nine survives four failures; more voters only slow every commit down. */
  static final int MAX_PEERS = 9;

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  private static final String FORM = "ID=HOST:PORT[/RAFTPORT]";

  public static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  static String parseId(String text) throws BadValueException {
    if (!isId(text)) {
      throw BadValueException.quoting(text, ID_RANGE);
    }
    return text;
  }

  /** Empty for an empty text: a node of its own. */
  static List<Peer> parseList(String text) throws BadValueException {
    List<Peer> peers = new ArrayList<>();
    if (text.isEmpty()) {
      return peers;
    }
    Set<String> taken = new HashSet<>();
    for (String part : text.split(",", -1)) {
      Peer peer = parse(part.strip());
      requireNew(peer.id, taken);
      requireNew(peer.address.toString(), taken);
      requireNew(peer.raftAddress().toString(), taken);
      peers.add(peer);
    }
    if (peers.size() > MAX_PEERS) {
      throw new BadValueException(peers.size() + " nodes", "1 to " + MAX_PEERS);
    }
    return peers;
  }

  private static Peer parse(String text) throws BadValueException {
    int equals = text.indexOf('=');
    if (equals < 0) {
      throw BadValueException.quoting(text, FORM);
    }
    String id = parseId(text.substring(0, equals));
    int slash = text.indexOf('/', equals);
    Address address = Address.parse(text.substring(equals + 1, slash < 0 ? text.length() : slash));
    if (address.isWildcard()) {
      throw BadValueException.quoting(text, "a host that others can connect to");
    }
    int raftPort = slash < 0 ? address.port() + 1 : port(text.substring(slash + 1), text);
    if (address.port() == 0 || raftPort == 0 || raftPort > Address.MAX_PORT) {
      throw BadValueException.quoting(text, "ports from 1 to " + Address.MAX_PORT);
    }
    return new Peer(id, address, raftPort);
  }

  private static int port(String digits, String whole) throws BadValueException {
    if (!digits.matches("\\d{1,5}")) {
      throw BadValueException.quoting(whole, FORM);
    }
    return Integer.parseInt(digits);
  }

  private static void requireNew(String name, Set<String> taken) throws BadValueException {
    if (!taken.add(name)) {
      throw new BadValueException(name + " twice", "distinct ids and addresses");
    }
  }

  public Address raftAddress() {
    return new Address(address.host(), raftPort);
  }

  /** As in the setting {@code peers}, in full. */
  @Override
  public String toString() {
    return id + "=" + address + "/" + raftPort;
  }
}
