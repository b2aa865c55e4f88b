package io.tenure.server.watch;

/**
 * Where the events of a subscription go. All calls come from the shard's delivery thread, except
 * that {@link Watches#subscribe} itself may call {@link #ended}. Every call must return at once; a
 * subscriber that throws has its subscription ended.
 *
 * <p>The order is: {@link #started}; then any number of {@link #events} and {@link #progress}; then
 * {@link #ended}, unless it was cancelled. {@link #ended} may come first and alone.
 */
public interface Subscriber {
  /**
   * Whether the transport takes more. Asked before {@link #events} and {@link #progress}; the other
   * two come anyway. A subscriber that has answered no calls {@link Watch#wake} when it would
   * answer yes.
   */
  boolean ready();

  /** Events after this revision follow. */
  void started(long after);

  /** More events, each after all that came before. */
  void events(EventBatch batch);

  /** Everything up to this revision that concerns the filter has been delivered. */
  void progress(long revision);

  /** Nothing more comes. */
  void ended(WatchEnd end);
}
