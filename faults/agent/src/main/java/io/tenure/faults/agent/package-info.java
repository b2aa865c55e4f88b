/**
 * A Java agent that breaks a server or a client as its classes are loaded, so that the product
 * needs no code for that: deliberately wrong variants, which whoever checks histories must catch,
 * and disks that fail. It depends on Byte Buddy alone and knows the classes that it changes by
 * name; if one of them is not as it expects, the process ends at once, because a broken variant
 * that is not broken proves nothing.
 *
 * <p>Public are those methods that the changed classes call.
 */
@NullMarked
package io.tenure.faults.agent;

import org.jspecify.annotations.NullMarked;
