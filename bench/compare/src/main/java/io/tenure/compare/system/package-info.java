/** The lock systems that are compared: how each is started here, and how programs use it. */
@NullMarked
package io.tenure.compare.system;

import org.jspecify.annotations.NullMarked;
