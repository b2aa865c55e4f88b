package io.tenure.server.raft.ratis.append;

import io.tenure.server.raft.ratis.files.SegmentChannel;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.channels.FileChannel;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.leader.LeaderState;
import org.apache.ratis.util.AwaitForSignal;
import org.apache.ratis.util.DataQueue;
import org.apache.ratis.util.TimeoutExecutor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The few places where the engine is changed from inside, since it offers no other way. None of
 * them changes what is done, only on which thread and how soon; each saves every log entry at least
 * one switch between threads, or a write. An engine that has changed there is left as it is, and a
 * test notices.
 */
public final class EngineInsides {
  private static final Logger log = LoggerFactory.getLogger(EngineInsides.class);

  private static final Set<String> unchanged = ConcurrentHashMap.newKeySet();

  private EngineInsides() {}

  /** What could not be changed, in any engine of this process. */
  static Set<String> unchanged() {
    return Set.copyOf(unchanged);
  }

  public static void adjust(RaftServer.Division division) {
    try {
      Object writer = read(division.getRaftLog(), "fileLogWorker", Object.class);
      DataQueue<?> queue = read(writer, "queue", DataQueue.class);
      Field segment = field(writer, "out");
      replace(
          division,
          "serverExecutor",
          ExecutorService.class,
          pool -> new LogWriterReplies(pool, queue));
      replace(
          writer,
          "submitUpdateCommitEvent",
          Runnable.class,
          notice -> new NewSegments(writer, segment, new FlushNotice(division, notice)));
      Object state = read(division, "state", Object.class);
      Object updater =
          Objects.requireNonNull(read(state, "stateMachineUpdater", Supplier.class).get());
      AwaitForSignal before = read(updater, "awaitForSignal", AwaitForSignal.class);
      replace(
          updater,
          "awaitForSignal",
          AwaitForSignal.class,
          old -> new LatchedSignal(old.toString()));
      before.signal(); // Whoever waits for that one looks again, and waits for the new one.
    } catch (ReflectiveOperationException | RuntimeException e) {
      keep("log writer or updater", e);
    }
  }

  /**
   * Has the end of the thread that writes the log reported, if it is not the log that ends. The
   * engine keeps what ends that thread in a future where nobody looks. Whatever the same executor
   * is given runs when the thread's loop is over.
   */
  public static void watchLogWriter(RaftServer.Division division, Consumer<Throwable> fatal) {
    try {
      Object writer = read(division.getRaftLog(), "fileLogWorker", Object.class);
      Field running = field(writer, "running");
      read(writer, "workerThreadExecutor", ExecutorService.class)
          .execute(
              () -> {
                if (isTrue(running, writer)) {
                  fatal.accept(
                      new IllegalStateException(
                          "the engine does not write the log of "
                              + division.getMemberId()
                              + " any more: an internal error, or what is logged above"));
                }
              });
    } catch (ReflectiveOperationException | RuntimeException e) {
      keep("unwatched log writer", e);
    }
  }

  private static boolean isTrue(Field field, Object owner) {
    try {
      return field.getBoolean(owner);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e); // It was made accessible.
    }
  }

  static void setTimeouts(LeanAppender appender, TimeoutExecutor timeouts) {
    replace(appender, "scheduler", TimeoutExecutor.class, old -> timeouts);
  }

  /** What makes a leader look how far its log is committed, on this thread; null if unknown. */
  static @Nullable Runnable commit(LeaderState leader) {
    MethodHandle update;
    try {
      Method method = leader.getClass().getDeclaredMethod("updateCommit");
      method.setAccessible(true);
      update = MethodHandles.lookup().unreflect(method).bindTo(leader);
    } catch (ReflectiveOperationException | RuntimeException e) {
      keep("updateCommit", e);
      return null;
    }
    return () -> {
      try {
        update.invoke();
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException(e); // It declares none.
      }
    };
  }

  private static <T> void replace(
      Object owner, String name, Class<T> type, UnaryOperator<T> replacement) {
    try {
      Field field = field(owner, name);
      field.set(owner, replacement.apply(type.cast(field.get(owner))));
    } catch (ReflectiveOperationException | RuntimeException e) {
      keep(name, e);
    }
  }

  private static <T> T read(Object owner, String name, Class<T> type)
      throws ReflectiveOperationException {
    return type.cast(field(owner, name).get(owner));
  }

  /** Of the class or one above it. */
  private static Field field(Object owner, String name) throws NoSuchFieldException {
    for (Class<?> each = owner.getClass(); each != null; each = each.getSuperclass()) {
      for (Field field : each.getDeclaredFields()) {
        if (field.getName().equals(name)) {
          field.setAccessible(true);
          return field;
        }
      }
    }
    throw new NoSuchFieldException(owner.getClass() + "." + name);
  }

  private static void keep(String name, Exception e) {
    if (unchanged.add(name)) {
      log.info("the engine keeps its own {}: {}", name, e.toString());
    }
  }

  /**
   * What the log writer runs after every flush. If that was the first one of a segment, its file
   * becomes one that knows how long it is.
   */
  private static final class NewSegments implements Runnable {
    private final Object writer;
    private final Field segment;
    private final Runnable notice;
    private @Nullable Object known;

    NewSegments(Object writer, Field segment, Runnable notice) {
      this.writer = writer;
      this.segment = segment;
      this.notice = notice;
    }

    @Override
    public void run() {
      try {
        Object present = segment.get(writer);
        if (present != null && present != known) {
          known = present;
          Object buffer = read(present, "out", Object.class);
          Field file = field(buffer, "fileChannel");
          file.set(buffer, new SegmentChannel((FileChannel) file.get(buffer)));
        }
      } catch (ReflectiveOperationException | IOException | RuntimeException e) {
        keep("segment's file", e);
      }
      notice.run();
    }
  }
}
