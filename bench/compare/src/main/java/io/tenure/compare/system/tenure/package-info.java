/**
 * Tenure: servers of one build or another, or a service that runs already, and its public Java
 * client.
 */
@NullMarked
package io.tenure.compare.system.tenure;

import org.jspecify.annotations.NullMarked;
