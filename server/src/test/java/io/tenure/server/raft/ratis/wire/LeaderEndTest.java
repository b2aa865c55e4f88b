package io.tenure.server.raft.ratis.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.raft.HostAndPort;
import io.tenure.server.thread.SharedThreads;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.ratis.grpc.GrpcUtil;
import org.apache.ratis.proto.RaftProtos.AppendEntriesReplyProto;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftRpcRequestProto;
import org.apache.ratis.proto.RaftProtos.StateMachineLogEntryProto;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.io.grpc.ClientCall;
import org.apache.ratis.thirdparty.io.grpc.Metadata;
import org.apache.ratis.thirdparty.io.grpc.Status;
import org.apache.ratis.thirdparty.io.grpc.StatusRuntimeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class LeaderEndTest {
  private final BlockingQueue<Object> heard = new LinkedBlockingQueue<>();
  private final AtomicInteger strangers = new AtomicInteger();
  private ServerSocket follower;
  private LeaderEnd leader;

  @BeforeEach
  void listen() throws IOException {
    follower = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    leader =
        new LeaderEnd(
            new HostAndPort(follower.getInetAddress().getHostAddress(), follower.getLocalPort()),
            strangers::incrementAndGet);
  }

  @AfterEach
  void stop() throws IOException {
    leader.cancel("the test is over", null);
    follower.close();
  }

  @Test
  void whatWasAskedBeforeItIsConnectedArrivesAndIsAnswered() throws Exception {
    leader.sendMessage(request(7, 0));
    leader.start(new Hearer(), new Metadata());
    try (Socket socket = follower.accept()) {
      assertThat(greet(socket)).isEqualTo(Frames.GREETING);
      assertThat(callId(frame(socket))).isEqualTo(7);

      reply(socket, 42);

      assertThat(heard.take())
          .isInstanceOfSatisfying(
              AppendEntriesReplyProto.class, reply -> assertThat(reply.getTerm()).isEqualTo(42));
    }
    assertThat(heard.take())
        .isInstanceOfSatisfying(
            Status.class,
            status -> assertThat(status.getCode()).isEqualTo(Status.Code.UNAVAILABLE));
    assertThat(strangers).hasValue(0);
  }

  /** More than the system takes at once, while the other side is slow. */
  @Test
  void framesOfSeveralThreadsStayWholeAndInOrder() throws Exception {
    leader.start(new Hearer(), new Metadata());
    try (Socket socket = follower.accept()) {
      assertThat(greet(socket)).isEqualTo(Frames.GREETING);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        int sender = i;
        Thread thread =
            new Thread(
                () -> {
                  for (int n = 0; n < 50; n++) {
                    leader.sendMessage(request(sender * 1_000L + n, n % 10 == 0 ? 700_000 : 100));
                  }
                });
        threads.add(thread);
        thread.start();
      }

      long[] next = {0, 1_000, 2_000, 3_000};
      for (int i = 0; i < 200; i++) {
        AppendEntriesRequestProto request = frame(socket);
        long callId = callId(request);
        assertThat(callId).isEqualTo(next[(int) (callId / 1_000)]++);
        assertThat(request.getEntries(0).getStateMachineLogEntry().getLogData().size())
            .isEqualTo(callId % 1_000 % 10 == 0 ? 700_000 : 100);
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
  }

  @Test
  void whoAnswersInAnotherLanguageIsAStranger() throws Exception {
    leader.start(new Hearer(), new Metadata());
    try (Socket socket = follower.accept()) {
      socket.getOutputStream().write(new byte[] {0, 0, 18, 4, 0, 0, 0, 0, 0, 0, 3});

      assertThat(heard.take()).isInstanceOf(Status.class);
    }
    assertThat(strangers).hasValue(1);
  }

  @Test
  void whoHangsUpIsNoStranger() throws Exception {
    leader.start(new Hearer(), new Metadata());
    follower.accept().close();

    assertThat(heard.take()).isInstanceOf(Status.class);
    assertThat(strangers).hasValue(0);
  }

  @Test
  void nobodyThereIsTheEndOfTheCall() throws Exception {
    follower.close();

    leader.start(new Hearer(), new Metadata());

    assertThat(heard.take())
        .isInstanceOfSatisfying(
            Status.class,
            status -> assertThat(status.getCode()).isEqualTo(Status.Code.UNAVAILABLE));
  }

  @Test
  void failureNamesTheCall() throws Exception {
    leader.start(new Hearer(), new Metadata());
    try (Socket socket = follower.accept()) {
      greet(socket);
      byte[] text = "it is paused".getBytes(StandardCharsets.UTF_8);
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.writeInt(10 + text.length);
      out.writeByte(Frames.FAILURE);
      out.writeLong(99);
      out.writeByte(1);
      out.write(text);

      Status status = (Status) heard.take();
      StatusRuntimeException thrown = new StatusRuntimeException(status, (Metadata) heard.take());
      assertThat(status.getDescription()).isEqualTo("it is paused");
      assertThat(GrpcUtil.getCallId(thrown)).isEqualTo(99);
      assertThat(GrpcUtil.isHeartbeat(thrown)).isTrue();
    }
  }

  @Test
  void cancelledWhileItConnectsItHangsUp() throws Exception {
    leader.start(new Hearer(), new Metadata());
    leader.cancel("not wanted", null);

    assertThat(heard.poll(30, TimeUnit.SECONDS)).isInstanceOf(Status.class);
  }

  @Test
  void errorInTheEnginesListenerEndsTheNode() throws Exception {
    Error error = new StackOverflowError();
    BlockingQueue<Throwable> fatal = new LinkedBlockingQueue<>();
    Consumer<Throwable> node = fatal::add;
    SharedThreads.join(node);
    try {
      leader.start(
          new Hearer() {
            @Override
            public void onMessage(AppendEntriesReplyProto reply) {
              throw error;
            }
          },
          new Metadata());
      try (Socket socket = follower.accept()) {
        greet(socket);

        reply(socket, 42);

        assertThat(fatal.take()).isSameAs(error);
        assertThat(heard.take()).isInstanceOf(Status.class);
      }
    } finally {
      SharedThreads.leave(node);
    }
  }

  private static AppendEntriesRequestProto request(long callId, int bytes) {
    StateMachineLogEntryProto data =
        StateMachineLogEntryProto.newBuilder()
            .setLogData(ByteString.copyFrom(new byte[bytes]))
            .build();
    return AppendEntriesRequestProto.newBuilder()
        .setServerRequest(RaftRpcRequestProto.newBuilder().setCallId(callId))
        .addEntries(LogEntryProto.newBuilder().setStateMachineLogEntry(data))
        .build();
  }

  private static byte[] greet(Socket socket) throws IOException {
    byte[] greeting = socket.getInputStream().readNBytes(Frames.GREETING.length);
    socket.getOutputStream().write(Frames.GREETING);
    return greeting;
  }

  private static AppendEntriesRequestProto frame(Socket socket) throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    return AppendEntriesRequestProto.parseFrom(in.readNBytes(in.readInt()));
  }

  private static long callId(AppendEntriesRequestProto request) {
    return request.getServerRequest().getCallId();
  }

  private static void reply(Socket socket, long term) throws IOException {
    byte[] reply = AppendEntriesReplyProto.newBuilder().setTerm(term).build().toByteArray();
    DataOutputStream out = new DataOutputStream(socket.getOutputStream());
    out.writeInt(1 + reply.length);
    out.writeByte(Frames.REPLY);
    out.write(reply);
  }

  private class Hearer extends ClientCall.Listener<AppendEntriesReplyProto> {
    @Override
    public void onMessage(AppendEntriesReplyProto reply) {
      heard.add(reply);
    }

    @Override
    public void onClose(Status status, Metadata details) {
      heard.add(status);
      heard.add(details);
    }
  }
}
