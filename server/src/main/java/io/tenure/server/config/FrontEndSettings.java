package io.tenure.server.config;

/**
 * The bounds of the front end.
 *
 * @param connections how many may be open
 * @param requestsPerConnection how many may be in flight on a connection, waiting ones included;
 *     also how many plain calls
 * @param watchesPerConnection how many watches a connection may have
 * @param inFlightBytes memory for requests that the node has not answered, and for replies that
 *     clients have not read
 * @param frameBytes the largest message that is taken
 * @param ioThreads threads that read, decode, encode and write
 * @param readThreads threads for listings
 * @param silenceMillis a connection that sends nothing at all is closed after this time
 * @param idleMillis a connection without a call is closed after this time
 * @param listingSnapshots how many copies of a shard's state listings may look at, at the same time
 */
public record FrontEndSettings(
    int connections,
    int requestsPerConnection,
    int watchesPerConnection,
    long inFlightBytes,
    int frameBytes,
    int ioThreads,
    int readThreads,
    long silenceMillis,
    long idleMillis,
    int listingSnapshots) {

  private static final int MAX_IO_THREADS = 8;

  /**
   * What one connection may have of {@link #inFlightBytes}: a quarter, but at least two of the
   * largest frames.
   */
  public long connectionBytes() {
    return Math.min(inFlightBytes, Math.max(inFlightBytes / 4, 2L * frameBytes));
  }

  /** A limit, and half as much again for requests that give back or keep alive. */
  public static long withReserve(long limit) {
    return limit + limit / 2;
  }

  /** Beyond this, connections are closed to make room. */
  public long mostInFlightBytes() {
    return withReserve(inFlightBytes);
  }

  /** Given what the configuration has a say in, the rest as it usually is. */
  public static FrontEndSettings of(
      int connections,
      int requestsPerConnection,
      int frameBytes,
      long inFlightBytes,
      int listingSnapshots) {
    int cores = Runtime.getRuntime().availableProcessors();
    return new FrontEndSettings(
        connections,
        requestsPerConnection,
        1_000,
        inFlightBytes,
        frameBytes,
        Math.min(cores, MAX_IO_THREADS),
        cores > 2 ? 2 : 1,
        10_000,
        300_000,
        listingSnapshots);
  }

  public static FrontEndSettings defaults() {
    return of(10_000, 4_096, 1 << 20, 32L << 20, 16);
  }
}
