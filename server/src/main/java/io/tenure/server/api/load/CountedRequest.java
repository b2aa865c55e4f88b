package io.tenure.server.api.load;

/** A request of a stream as the {@link ConnectionLoad} counts it; none of it changes. */
public interface CountedRequest {
  /** What is counted for it until its last reply was handed to the transport. */
  int bytes();

  boolean isWatch();

  /** Whether another node forwards it. */
  boolean isForwarded();

  /** Whether it is small, answered soon, and gives something back or keeps a session alive. */
  boolean isRelief();
}
