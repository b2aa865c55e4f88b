/**
 * What operators see: metrics, health, and the log's format.
 */
@NullMarked
package io.tenure.server.admin;

import org.jspecify.annotations.NullMarked;
