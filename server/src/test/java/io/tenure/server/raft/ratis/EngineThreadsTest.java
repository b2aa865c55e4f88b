package io.tenure.server.raft.ratis;

import static io.tenure.server.raft.ratis.EngineCluster.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.model.Command.OpenSession;
import io.tenure.server.raft.ratis.EngineCluster.Node;
import io.tenure.server.raft.ratis.EngineCluster.RecordedAnswer;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.ratis.server.RaftServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Threads of the engine that nobody replaces: whatever ends one of them ends the node. */
final class EngineThreadsTest {
  @TempDir Path directory;

  @Test
  void endOfTheThreadThatProcessesALeadersEventsEndsTheNode() throws Exception {
    try (EngineCluster cluster = new EngineCluster(directory, 1)) {
      Node node = cluster.leader();
      RuntimeException bug = new IllegalStateException("for a test");

      submitToLeader(
          ((RatisLog) node.shard().log()).division(),
          () -> {
            throw bug;
          });

      await(() -> node.fatal.contains(bug));
    }
  }

  private static void submitToLeader(RaftServer.Division division, Runnable event)
      throws ReflectiveOperationException {
    Object role = read(division, "role");
    Object leader = ((AtomicReference<?>) read(role, "leaderState")).get();
    Object queue = read(leader, "eventQueue");
    Class<?> eventType =
        Class.forName("org.apache.ratis.server.impl.LeaderStateImpl$StateUpdateEvent");
    Object kind = read(read(leader, "updateCommitEvent"), "type");
    Constructor<?> constructor = eventType.getDeclaredConstructor(kind.getClass(), Runnable.class);
    constructor.setAccessible(true);
    Method submit = queue.getClass().getDeclaredMethod("submit", eventType);
    submit.setAccessible(true);
    submit.invoke(queue, constructor.newInstance(kind, event));
  }

  @Test
  void endOfTheThreadThatWritesTheLogEndsTheNode() throws Exception {
    try (EngineCluster cluster = new EngineCluster(directory, 1)) {
      Node node = cluster.leader();
      Object writer =
          read(((RatisLog) node.shard().log()).division().getRaftLog(), "fileLogWorker");
      Runnable broken =
          () -> {
            throw new StackOverflowError();
          };
      field(writer, "submitUpdateCommitEvent").set(writer, broken);

      node.shard().propose(new OpenSession(1, 30_000, "test"), new RecordedAnswer());

      await(() -> !node.fatal.isEmpty());
      assertThat(node.fatal.get(0)).hasMessageContaining("does not write the log");
    }
  }

  @Test
  void logThatIsClosedIsNoFailure() throws Exception {
    Node node;
    try (EngineCluster cluster = new EngineCluster(directory, 1)) {
      node = cluster.leader();
    }

    assertThat(node.fatal).isEmpty();
  }

  private static Object read(Object owner, String name) throws ReflectiveOperationException {
    return field(owner, name).get(owner);
  }

  private static Field field(Object owner, String name) throws NoSuchFieldException {
    for (Class<?> each = owner.getClass(); each != null; each = each.getSuperclass()) {
      for (Field field : each.getDeclaredFields()) {
        if (field.getName().equals(name)) {
          field.setAccessible(true);
          return field;
        }
      }
    }
    throw new NoSuchFieldException(name);
  }
}
