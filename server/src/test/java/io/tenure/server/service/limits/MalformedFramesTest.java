package io.tenure.server.service.limits;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import io.grpc.Status;
import io.tenure.harness.Await;
import io.tenure.protocol.v1.ClientFrame;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.Hello;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.server.service.fixture.Ask;
import io.tenure.server.service.fixture.CallFailure;
import io.tenure.server.service.fixture.RawStream;
import io.tenure.server.service.fixture.SharedCluster;
import io.tenure.server.service.fixture.TestClient;
import io.tenure.server.service.fixture.TestSession;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What breaks the rules of the wire ends its stream or connection; others go on. */
final class MalformedFramesTest {
  private static final int FRAME_BYTES = 64 << 10;

  @RegisterExtension
  static final SharedCluster SERVICE = SharedCluster.ofOne().with("frame-bytes", "64KiB");

  private final TestClient other = SERVICE.client();
  private final TestSession witness = TestSession.open(other);

  @AfterEach
  void othersGoOn() {
    witness.release(witness.hold("/witness"));
  }

  private static ClientFrame.Builder frame(Request.Builder... requests) {
    ClientFrame.Builder frame = ClientFrame.newBuilder();
    for (Request.Builder request : requests) {
      frame.addRequests(request);
    }
    return frame;
  }

  @Test
  void bytesThatAreNoFrameEndTheStream() {
    RawStream stream = new RawStream(SERVICE.node());

    stream.send(ByteString.copyFrom(new byte[] {(byte) 0xff, 1, 2, 3, (byte) 0xff, (byte) 0xff}));

    CallFailure failure = stream.failure();
    assertThat(failure.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(failure.reason()).isEqualTo("INVALID_ARGUMENT");
    assertThat(failure.message()).startsWith("message: ");
  }

  @Test
  void frameThatIsCutOffEndsTheStream() {
    RawStream stream = new RawStream(SERVICE.node());
    ByteString whole = frame(Ask.get("/cut").setCorrelation(1)).build().toByteString();

    stream.send(whole.substring(0, whole.size() - 1));

    assertThat(stream.failure().reason()).isEqualTo("INVALID_ARGUMENT");
  }

  @Test
  void invalidUtf8EndsTheStream() {
    RawStream stream = new RawStream(SERVICE.node());
    ByteString proper = frame(Ask.get("/utf-8-??").setCorrelation(1)).build().toByteString();
    byte[] improper = proper.toByteArray();
    improper[improper.length - 2] = (byte) 0xc3;
    improper[improper.length - 1] = (byte) 0x28;

    stream.send(ByteString.copyFrom(improper));

    CallFailure failure = stream.failure();
    assertThat(failure.reason()).isEqualTo("INVALID_ARGUMENT");
    assertThat(failure.message()).contains("UTF-8");
  }

  @Test
  void frameThatIsTooLargeEndsTheStream() {
    RawStream stream = new RawStream(SERVICE.node());

    stream.send(ByteString.copyFrom(new byte[FRAME_BYTES + 1]));

    // The transport can say why only as long as the server has not begun to answer.
    assertThat(stream.failure().code()).isIn(Status.Code.RESOURCE_EXHAUSTED, Status.Code.CANCELLED);
  }

  @Test
  void fieldsFromTheFutureAreIgnored() {
    RawStream stream = new RawStream(SERVICE.node());
    UnknownFieldSet future =
        UnknownFieldSet.newBuilder()
            .addField(999, UnknownFieldSet.Field.newBuilder().addVarint(1).build())
            .build();

    stream.send(
        frame(Ask.get("/future").setCorrelation(5).setUnknownFields(future))
            .setUnknownFields(future)
            .build()
            .toByteString());

    Reply reply = stream.firstReply().getReplies(0);
    assertThat(reply.getCorrelation()).isEqualTo(5);
    assertThat(reply.hasGet()).isTrue();
    stream.close();
  }

  @Test
  void greetingTwiceEndsTheStream() {
    TestClient client = SERVICE.client();
    client.call(Ask.get("/hello"));

    client.send(ClientFrame.newBuilder().setHello(Hello.getDefaultInstance()));

    CallFailure failure = CallFailure.in(client.end().orElse(null));
    assertThat(failure.reason()).isEqualTo("INVALID_ARGUMENT");
    assertThat(failure.message())
        .isEqualTo("hello: in a later frame (expected: in the first frame only)");
  }

  @Test
  void streamWithoutAGreetingIsServed() {
    RawStream stream = new RawStream(SERVICE.node());

    stream.send(frame(Ask.get("/no-hello").setCorrelation(9)).build().toByteString());

    assertThat(stream.firstReply().getReplies(0).hasGet()).isTrue();
    stream.close();
  }

  @Test
  void correlationInUseEndsTheStream() {
    witness.hold("/correlation");
    TestClient client = SERVICE.client();
    TestSession session = TestSession.open(client);
    long waiting = session.queue("/correlation");

    client.send(frame(Ask.get("/any").setCorrelation(waiting)));

    CallFailure failure = CallFailure.in(client.end().orElse(null));
    assertThat(failure.reason()).isEqualTo("INVALID_ARGUMENT");
    assertThat(failure.message())
        .isEqualTo("correlation: " + waiting + " (expected: one that is not in use)");
  }

  @Test
  void correlationMayBeAnyNumberAndUsedAgain() {
    TestClient client = SERVICE.client();

    for (long correlation : new long[] {0, Long.MIN_VALUE, -1, 0}) {
      client.send(frame(Ask.get("/any").setCorrelation(correlation)));
      assertThat(client.reply(correlation).hasGet()).isTrue();
    }
  }

  @Test
  void moreRequestsInAFrameThanCouldEverBeServedEndTheStream() {
    TestClient client = SERVICE.client();
    Request.Builder[] many = new Request.Builder[2 * 4_096 + 1];
    for (int i = 0; i < many.length; i++) {
      many[i] = Request.newBuilder();
    }

    client.send(many);

    assertThat(CallFailure.in(client.end().orElse(null)).message())
        .isEqualTo("requests: 8193 in a frame (expected: at most 8192)");
  }

  @Test
  void plainCallThatIsTooLargeIsRefused() {
    GetRequest large = GetRequest.newBuilder().setKey("/" + "k".repeat(FRAME_BYTES)).build();

    CallFailure failure = CallFailure.of(() -> SERVICE.node().calls().get(large));

    assertThat(failure.code()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
  }

  @Test
  void connectionThatDoesNotSpeakTheProtocolIsClosed() throws IOException {
    String[] address = SERVICE.node().address().split(":");

    try (Socket socket = new Socket(address[0], Integer.parseInt(address[1]))) {
      socket.setSoTimeout((int) (Await.SECONDS * 1_000));
      socket
          .getOutputStream()
          .write("GET / HTTP/1.1\r\nHost: tenure\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      byte[] everything = socket.getInputStream().readAllBytes();

      assertThat(everything.length).isLessThan(1_000);
    }
  }
}
