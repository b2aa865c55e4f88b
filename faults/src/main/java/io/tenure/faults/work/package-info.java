/**
 * What is done to the service while it is under faults: worker processes with many clients each,
 * the resources that they use while they hold, and observers that watch everything. All of them
 * record what they see.
 *
 * <p>In: a plan for each worker. Out: files of the history.
 *
 * <p>Threads: in a worker every client has a thread of its own. Resources and observers run in the
 * parent process, which is never paused.
 *
 * <p>May depend on: the public client, the protocol, {@code history} and the clocks of {@code
 * cluster}.
 */
@NullMarked
package io.tenure.faults.work;

import org.jspecify.annotations.NullMarked;
