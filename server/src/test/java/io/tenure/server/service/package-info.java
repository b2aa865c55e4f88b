/**
 * What a client of the service can see, tried on real nodes in this process: real engine, disk and
 * sockets.
 */
@NullMarked
package io.tenure.server.service;

import org.jspecify.annotations.NullMarked;
