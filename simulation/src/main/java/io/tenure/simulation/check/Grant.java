package io.tenure.simulation.check;

import io.tenure.core.model.Hold;

/**
 * A grant as it stands in the history.
 *
 * @param order its place among all grants, whatever its token says
 */
record Grant(int order, Hold hold) {}
