/** The kinds of faults: each class breaks one kind of thing and puts it right again. */
@NullMarked
package io.tenure.faults.fault.kind;

import org.jspecify.annotations.NullMarked;
