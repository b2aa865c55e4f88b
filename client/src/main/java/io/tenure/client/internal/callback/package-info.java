/**
 * Where the code of users runs: threads for listeners, futures handed to callers, and meters.
 * Nothing here runs on the client's loop for longer than it takes to hand something over. Not part
 * of the API.
 */
@NullMarked
package io.tenure.client.internal.callback;

import org.jspecify.annotations.NullMarked;
