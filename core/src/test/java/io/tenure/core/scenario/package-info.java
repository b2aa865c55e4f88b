/**
 * Scenarios that people read: small scripts of commands with the outcome and the events that each
 * must give, kept as text files under {@code src/test/resources/scenarios}.
 *
 * <p>{@link io.tenure.core.scenario.CommandText} is the text form of a command, and other tests use
 * it to print and replay scripts. {@link io.tenure.core.scenario.ScenarioTest} runs the files.
 * Depends on the core's public API, JUnit and AssertJ; everything runs in the test's own thread.
 */
@NullMarked
package io.tenure.core.scenario;

import org.jspecify.annotations.NullMarked;
