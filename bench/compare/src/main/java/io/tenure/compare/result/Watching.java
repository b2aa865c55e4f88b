package io.tenure.compare.result;

/**
 * What watchers were told.
 *
 * @param changes acquires and releases of the watched key
 * @param missing how many times a watcher was not told of a change within a second
 * @param delay from the return of the call that made the change to the notice, 0 if it came before
 * @param sinceIntended from the time when the change was due, so that delays do not hide others
 */
public record Watching(long changes, long missing, Latency delay, Latency sinceIntended) {}
