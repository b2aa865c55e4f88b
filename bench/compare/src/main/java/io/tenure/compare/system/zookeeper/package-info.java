/** ZooKeeper from its jar, and Curator's recipes. */
@NullMarked
package io.tenure.compare.system.zookeeper;

import org.jspecify.annotations.NullMarked;
