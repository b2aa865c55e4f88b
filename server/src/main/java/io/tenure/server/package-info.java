/**
 * One process of the service: reads its configuration, puts the parts together, starts and stops
 * them in order.
 */
@NullMarked
package io.tenure.server;

import org.jspecify.annotations.NullMarked;
