package io.tenure.core;

import io.tenure.core.model.Event;
import io.tenure.core.model.Outcome;
import java.util.List;

/** What a command did: the answer to who sent it, and what changed, in revision order. */
public record Applied(Outcome outcome, List<Event> events) {}
