package io.tenure.client.internal.connection;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address that a server listens on for clients.
 *
 * @param host without the brackets of an IPv6 address
 */
public record Endpoint(String host, int port) {
  private static final Pattern FORM =
      Pattern.compile("(?:([A-Za-z0-9._-]{1,253})|\\[([0-9A-Fa-f:.]{2,45})\\]):(\\d{1,5})");
  private static final int MAX_PORT = 65_535;

  public static Endpoint parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw refused(text);
    }
    int port = Integer.parseInt(matcher.group(3));
    if (port < 1 || port > MAX_PORT) {
      throw refused(text);
    }
    String name = matcher.group(1);
    return new Endpoint(name == null ? matcher.group(2) : name, port);
  }

  public static List<Endpoint> parseAll(List<String> texts) {
    if (texts.isEmpty()) {
      throw new IllegalArgumentException("endpoint: none (expected: HOST:PORT)");
    }
    return texts.stream().map(Endpoint::parse).distinct().toList();
  }

  private static IllegalArgumentException refused(String text) {
    return new IllegalArgumentException("endpoint: \"" + text + "\" (expected: HOST:PORT)");
  }

  @Override
  public String toString() {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
