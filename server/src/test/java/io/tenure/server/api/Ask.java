package io.tenure.server.api;

import com.google.protobuf.ByteString;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.KeepAliveRequest;
import io.tenure.protocol.v1.OpenSessionRequest;
import io.tenure.protocol.v1.ReleaseRequest;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.Target;

/** Requests that many tests send. */
public final class Ask {
  private Ask() {}

  public static Request.Builder openSession(String name) {
    return Request.newBuilder()
        .setOpenSession(OpenSessionRequest.newBuilder().setTtlMs(30_000).setClientName(name));
  }

  public static Request.Builder keepAlive(long session) {
    return Request.newBuilder().setKeepAlive(KeepAliveRequest.newBuilder().setSession(session));
  }

  public static AcquireRequest.Builder lock(long session, long number, String key) {
    return AcquireRequest.newBuilder()
        .setSession(session)
        .setRequest(number)
        .addTargets(Target.newBuilder().setKey(key));
  }

  public static Request.Builder acquire(long session, long number, String key) {
    return Request.newBuilder().setAcquire(lock(session, number, key));
  }

  public static Request.Builder acquire(AcquireRequest.Builder acquire) {
    return Request.newBuilder().setAcquire(acquire);
  }

  public static Request.Builder release(long session, long number, long token) {
    return Request.newBuilder()
        .setRelease(
            ReleaseRequest.newBuilder().setSession(session).setRequest(number).setToken(token));
  }

  public static ByteString text(String value) {
    return ByteString.copyFromUtf8(value);
  }
}
