package io.tenure.bench.load;

import java.net.InetSocketAddress;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Where a server listens for clients. */
record Server(String host, int port) {
  private static final int MAX_PORT = 65_535;

  static Server parse(String text) {
    int colon = text.lastIndexOf(':');
    if (colon > 0) {
      try {
        int port = Integer.parseInt(text.substring(colon + 1));
        if (port > 0 && port <= MAX_PORT) {
          return new Server(text.substring(0, colon), port);
        }
      } catch (NumberFormatException e) {
        // Said below.
      }
    }
    throw new IllegalArgumentException("server: " + text + " (expected: HOST:PORT)");
  }

  InetSocketAddress address() {
    return new InetSocketAddress(host, port);
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }

  /** For the command line. */
  static final class Converter implements ITypeConverter<Server> {
    @Override
    public Server convert(String text) {
      try {
        return parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
