/** What stories are made of: actors, servers, resources, and the chronicle of what they did. */
@NullMarked
package io.tenure.simulation.stage;

import org.jspecify.annotations.NullMarked;
