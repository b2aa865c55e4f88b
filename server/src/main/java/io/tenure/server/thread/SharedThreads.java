package io.tenure.server.thread;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that all nodes of a process share, because the engine leaves no other way. An {@link
 * Error} on one of them ends all these nodes: nobody knows for which of them it was at work. Mostly
 * a process has one node.
 */
public final class SharedThreads {
  private static final Logger LOG = LoggerFactory.getLogger(SharedThreads.class);

  /** What must be told of errors, of the nodes that run. */
  private static final Set<Consumer<Throwable>> NODES = ConcurrentHashMap.newKeySet();

  private SharedThreads() {}

  /** A node begins to run. */
  public static void join(Consumer<Throwable> fatal) {
    NODES.add(fatal);
  }

  public static void leave(Consumer<Throwable> fatal) {
    NODES.remove(fatal);
  }

  /** For daemon threads that all have this name. */
  public static ThreadFactory daemons(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return guarded(thread);
    };
  }

  /** Makes it one of these threads, and returns it. */
  public static Thread guarded(Thread thread) {
    thread.setUncaughtExceptionHandler(SharedThreads::ended);
    return thread;
  }

  /** Also called for what is reported on such a thread, see {@link NodeThreads#report}. */
  private static void ended(Thread thread, Throwable thrown) {
    if (thrown instanceof Error && !NODES.isEmpty()) {
      NODES.forEach(fatal -> fatal.accept(thrown));
    } else {
      LOG.error("internal error on thread {}", thread.getName(), thrown);
    }
  }
}
