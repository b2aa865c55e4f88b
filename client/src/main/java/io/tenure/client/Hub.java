package io.tenure.client;

import io.tenure.client.connection.Loop;
import io.tenure.client.connection.Router;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * What every part of a client uses.
 *
 * @param loop the thread that everything but users' code runs on
 * @param callbacks where users' listeners run; one that hangs must not keep another waiting
 * @param completions where what depends on users' futures runs
 * @param timeout how long an answer may take that does not wait for other holders
 */
record Hub(
    Loop loop,
    Router router,
    Executor callbacks,
    Executor completions,
    Duration timeout,
    ClientMeters meters) {}
