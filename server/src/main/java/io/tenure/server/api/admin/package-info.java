/** The calls of operators: members, leadership, sessions, revocation. */
@NullMarked
package io.tenure.server.api.admin;

import org.jspecify.annotations.NullMarked;
