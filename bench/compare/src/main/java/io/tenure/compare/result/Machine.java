package io.tenure.compare.result;

/**
 * The machine of a measurement.
 *
 * @param disk the file system that the servers keep their state on
 */
public record Machine(
    String processor, int cores, long memoryMib, String kernel, String jdk, String disk) {}
