package io.tenure.client;

import io.tenure.client.connection.Loop;
import io.tenure.client.connection.Router;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * What every part of a client uses.
 *
 * @param loop the thread that everything but users' code runs on
 * @param callbacks where users' code runs
 * @param timeout how long an answer may take that does not wait for other holders
 */
record Hub(Loop loop, Router router, Executor callbacks, Duration timeout, ClientMeters meters) {}
