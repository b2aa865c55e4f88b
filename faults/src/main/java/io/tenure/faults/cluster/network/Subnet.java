package io.tenure.faults.cluster.network;

import io.tenure.harness.process.Programs;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * The addresses of the stations: 254 of those that are set aside for tests of networks (RFC 2544),
 * 198.18.0.0/15. No real host has one, so that a client that is still there when the network is
 * gone can reach nobody.
 */
record Subnet(int second, int third) {
  private static final int FIRST = 198;
  private static final int FIRST_SECOND = 18;
  private static final int CANDIDATES = 512;
  private static final int HERE_HOST = 250;

  /** A larger network that happens to include it, such as a tunnel's, is not in the way. */
  private static final int SMALLEST_PREFIX = 16;

  private static final Pattern USED =
      Pattern.compile("\\b(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})(?:/(\\d{1,2}))?");

  /**
   * One that is free.
   *
   * @param start where to begin to look, so that two runs do not look at the same one
   */
  static Subnet unused(long start) throws IOException {
    String routes = Programs.run("ip", "-4", "route", "show", "table", "all");
    return LongStream.range(start, start + CANDIDATES)
        .mapToObj(Subnet::candidate)
        .filter(candidate -> candidate.isFree(routes))
        .findFirst()
        .orElseThrow(() -> new IOException("no free subnet in 198.18.0.0/15"));
  }

  private static Subnet candidate(long number) {
    int which = Math.floorMod(number, CANDIDATES);
    return new Subnet(FIRST_SECOND + which / 256, which % 256);
  }

  /** Whether none of the addresses in there are in it. */
  boolean isFree(String routes) {
    Matcher used = USED.matcher(routes);
    while (used.find()) {
      int length = used.group(5) == null ? 32 : Integer.parseInt(used.group(5));
      boolean sameBeginning = true;
      int[] mine = {FIRST, second, third};
      for (int i = 0; i < mine.length; i++) {
        int bits = Math.max(0, Math.min(8, length - 8 * i));
        int mask = 0xff << (8 - bits) & 0xff;
        sameBeginning &= (Integer.parseInt(used.group(i + 1)) & mask) == (mine[i] & mask);
      }
      if (sameBeginning && length >= SMALLEST_PREFIX) {
        return false;
      }
    }
    return true;
  }

  String host(int station) {
    return FIRST + "." + second + "." + third + "." + last(station);
  }

  /** The address as a number. */
  long number(int station) {
    return (long) FIRST << 24 | (long) second << 16 | (long) third << 8 | last(station);
  }

  private static int last(int station) {
    return station == Network.HERE ? HERE_HOST : station;
  }
}
