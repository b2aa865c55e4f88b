package io.tenure.server.config;

import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A host and a port, as written in the configuration; nothing is looked up.
 *
 * @param host without the brackets of an IPv6 address
 * @param port 0 for any that is free
 */
public record Address(String host, int port) {
  static final String RANGE = "HOST:PORT";
  static final int MAX_PORT = 65_535;

  private static final Pattern PATTERN =
      Pattern.compile("(?:([A-Za-z0-9._-]{1,253})|\\[([0-9A-Fa-f:.]{2,45})\\]):(\\d{1,5})");

  static Address parse(String text) throws BadValueException {
    Matcher matcher = PATTERN.matcher(text);
    if (!matcher.matches()) {
      throw BadValueException.quoting(text, RANGE);
    }
    int port = Integer.parseInt(matcher.group(3));
    if (port > MAX_PORT) {
      throw BadValueException.quoting(text, "HOST:PORT with a port up to " + MAX_PORT);
    }
    String name = matcher.group(1);
    return new Address(name == null ? matcher.group(2) : name, port);
  }

  /** Whether it means every address of this machine, so that nobody else can connect to it. */
  public boolean isWildcard() {
    return host.equals("0.0.0.0") || host.equals("::");
  }

  /** Whether only one of the two can be listened on. */
  boolean collidesWith(Address other) {
    return port != 0
        && port == other.port
        && (host.equals(other.host) || isWildcard() || other.isWildcard());
  }

  /** Looks the host up. */
  public InetSocketAddress resolve() {
    return new InetSocketAddress(host, port);
  }

  @Override
  public String toString() {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
