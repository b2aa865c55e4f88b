package io.tenure.compare.result;

import java.util.List;
import java.util.Map;

/** A system that was measured: what it has, its versions and its settings. */
public record Contender(String name, List<String> features, Map<String, String> settings) {}
