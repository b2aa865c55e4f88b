/**
 * One class for each kind of call, from the decoded request to its last reply. {@link
 * io.tenure.server.api.call.CallFactory} is the way in for streams and plain calls alike.
 *
 * <p>Runs on the loop of the connection; outcomes arrive on the applier's thread and are posted to
 * the loop.
 */
@NullMarked
package io.tenure.server.api.call;

import org.jspecify.annotations.NullMarked;
