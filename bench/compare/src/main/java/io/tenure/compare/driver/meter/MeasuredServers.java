package io.tenure.compare.driver.meter;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The server processes during a measurement.
 *
 * @param pids their process ids; empty if they are unknown, as for a service on another machine
 * @param leader the process id of the leader; null if unknown, or if there is only one server
 * @param data the directory with their state; null if unknown
 */
public record MeasuredServers(List<Long> pids, @Nullable Long leader, @Nullable String data) {}
