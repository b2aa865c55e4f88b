/** etcd as its package installs it, and jetcd. */
@NullMarked
package io.tenure.compare.system.etcd;

import org.jspecify.annotations.NullMarked;
