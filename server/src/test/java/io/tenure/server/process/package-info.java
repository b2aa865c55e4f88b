/** Nodes as processes of their own, killed, stopped, filled up and damaged. */
@NullMarked
package io.tenure.server.process;

import org.jspecify.annotations.NullMarked;
