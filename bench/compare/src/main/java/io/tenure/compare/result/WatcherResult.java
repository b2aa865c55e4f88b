package io.tenure.compare.result;

/**
 * The delay of notifications.
 *
 * @param changes acquires and releases of watched keys
 * @param missing notifications that did not arrive within a second
 * @param delay from the return of the call that made the change until the notification; 0 if the
 *     notification arrived first
 * @param sinceIntended from the scheduled time of the change until the notification, so that a late
 *     change does not hide the delay that made it late
 */
public record WatcherResult(long changes, long missing, Latency delay, Latency sinceIntended) {}
