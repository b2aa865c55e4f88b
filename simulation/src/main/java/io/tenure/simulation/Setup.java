package io.tenure.simulation;

import io.tenure.simulation.cluster.Flaw;
import java.util.Set;

/**
 * What does not depend on the seed.
 *
 * @param faults what may go wrong; each world has some of it
 * @param flaws mistakes for Tenure to make, so that tests can see the checker notice
 */
record Setup(SimulatedSystem system, boolean fencing, Set<Fault> faults, Set<Flaw> flaws) {}
