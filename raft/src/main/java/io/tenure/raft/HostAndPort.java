package io.tenure.raft;

/** An address as {@code HOST:PORT}; the host may be an IPv6 address in brackets. */
public record HostAndPort(String host, int port) {

  /**
   * Parses an address.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static HostAndPort parse(String text) {
    int colon = text.lastIndexOf(':');
    if (colon < 1) {
      throw refused(text);
    }
    String host = text.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    }
    try {
      int port = Integer.parseInt(text.substring(colon + 1));
      if (port < 0 || port > 65_535 || host.isEmpty()) {
        throw refused(text);
      }
      return new HostAndPort(host, port);
    } catch (NumberFormatException e) {
      throw refused(text);
    }
  }

  private static IllegalArgumentException refused(String text) {
    return new IllegalArgumentException("address: \"" + text + "\" (expected: HOST:PORT)");
  }
}
