package io.tenure.compare.result;

import java.util.List;
import java.util.Map;

/** A system that was measured: its features, its version and its settings. */
public record ComparedSystem(String name, List<String> features, Map<String, String> settings) {}
