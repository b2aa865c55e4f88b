package io.tenure.server.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tenure.core.Command.OpenSession;
import io.tenure.core.Event;
import io.tenure.core.LockState;
import io.tenure.core.Outcome;
import io.tenure.core.Session;
import io.tenure.core.SessionId;
import io.tenure.server.replication.Batch.Proposal;
import io.tenure.server.replication.EngineCluster.RecordedAnswer;
import java.util.List;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftPeerRole;
import org.apache.ratis.proto.RaftProtos.StateMachineLogEntryProto;
import org.apache.ratis.protocol.ClientId;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class UnderWayTest {
  private static final long CALL = 7;

  private final ClientId client = ClientId.randomId();
  private final UnderWay underWay = new UnderWay(client);
  private final RecordedAnswer answer = new RecordedAnswer();
  private final Batch batch = batch(answer);

  private static Batch batch(RecordedAnswer answer) {
    OpenSession command = new OpenSession(1, 30_000, "test");
    ByteWriter out = new ByteWriter();
    LogFormat.start(out);
    LogFormat.write(out, command);
    return new Batch(
        List.of(new Proposal(command, answer, Batch.ANY_TERM)), out.toArray(), Batch.ANY_TERM);
  }

  private StateMachineLogEntryProto entry(ClientId whose, long call) {
    return StateMachineLogEntryProto.newBuilder()
        .setClientId(whose.toByteString())
        .setCallId(call)
        .setLogData(batch.getContent())
        .build();
  }

  @Test
  void aBatchIsFoundByItsCallUntilItIsDone() {
    underWay.add(CALL, batch);

    assertThat(underWay.find(entry(client, CALL))).isSameAs(batch);
    assertThat(underWay.find(entry(client, CALL + 1))).isNull();
    assertThat(underWay.find(entry(ClientId.randomId(), CALL))).isNull();

    batch.done().complete(null);

    assertThat(underWay.find(entry(client, CALL))).isNull();
  }

  /** As the engine applies an entry before it has noted whose it is. */
  @Test
  void whoeverWaitsForAnEntryThatIsAppliedTooEarlyIsAnswered() {
    Applier applier =
        new Applier(
            "main",
            EngineCluster.SETTINGS,
            new Applier.Surroundings(
                new DeafListener(),
                Assertions::fail,
                Runnable::run,
                new SimpleMeterRegistry(),
                underWay));
    underWay.add(CALL, batch);
    LogEntryProto entry =
        LogEntryProto.newBuilder()
            .setTerm(1)
            .setIndex(1)
            .setStateMachineLogEntry(entry(client, CALL))
            .build();

    var unused = applier.applyTransaction(applier.startTransaction(entry, RaftPeerRole.LEADER));

    assertThat(answer.outcome()).isInstanceOf(Outcome.SessionOpened.class);
    assertThat(batch.done()).isCompletedWithValue(null);
  }

  private static final class DeafListener implements ShardListener {
    @Override
    public void leads(long term, LockState state) {}

    @Override
    public void deposed() {}

    @Override
    public void opened(Session session) {}

    @Override
    public void ended(SessionId session) {}

    @Override
    public void changed(List<Event> changes) {}

    @Override
    public void restored(LockState state) {}
  }
}
