/**
 * A Java agent that breaks a server or a client as its classes are loaded, so that the product has
 * no code for that: product code that is wrong on purpose, which the checker must catch, and disks
 * that fail.
 *
 * <p>In: names of variants, and a file that says what the disk is to do. Out: changed classes. If a
 * class is not as expected, the process ends at once, because a broken variant that is not broken
 * proves nothing.
 *
 * <p>Threads: the threads of the changed classes call the public methods.
 *
 * <p>May depend on: Byte Buddy alone. It knows the classes that it changes by name.
 */
@NullMarked
package io.tenure.faults.agent;

import org.jspecify.annotations.NullMarked;
