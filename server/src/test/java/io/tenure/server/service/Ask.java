package io.tenure.server.service;

import com.google.protobuf.ByteString;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.CloseSessionRequest;
import io.tenure.protocol.v1.ConvertRequest;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.KeepAliveRequest;
import io.tenure.protocol.v1.ListRequest;
import io.tenure.protocol.v1.Mode;
import io.tenure.protocol.v1.OpenSessionRequest;
import io.tenure.protocol.v1.ReleaseRequest;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.Scope;
import io.tenure.protocol.v1.SetValueRequest;
import io.tenure.protocol.v1.Target;
import io.tenure.protocol.v1.WatchRequest;
import io.tenure.protocol.v1.WithdrawRequest;

/** Requests in few words. */
final class Ask {
  /** As long as the session lives. */
  static final long FOR_EVER = -1;

  private Ask() {}

  static Request.Builder openSession(long ttlMillis) {
    return Request.newBuilder().setOpenSession(session(ttlMillis));
  }

  static OpenSessionRequest.Builder session(long ttlMillis) {
    return OpenSessionRequest.newBuilder().setTtlMs(ttlMillis);
  }

  static Request.Builder closeSession(long session) {
    return Request.newBuilder()
        .setCloseSession(CloseSessionRequest.newBuilder().setSession(session));
  }

  static Request.Builder keepAlive(long session) {
    return Request.newBuilder().setKeepAlive(KeepAliveRequest.newBuilder().setSession(session));
  }

  static Target.Builder exclusive(String key) {
    return Target.newBuilder().setKey(key).setMode(Mode.EXCLUSIVE);
  }

  static Target.Builder shared(String key) {
    return Target.newBuilder().setKey(key).setMode(Mode.SHARED);
  }

  static Target.Builder permit(String key, int limit) {
    return Target.newBuilder().setKey(key).setMode(Mode.SEMAPHORE).setLimit(limit);
  }

  static Target.Builder subtree(String key) {
    return exclusive(key).setScope(Scope.SUBTREE);
  }

  static AcquireRequest.Builder targets(Target.Builder... targets) {
    AcquireRequest.Builder acquire = AcquireRequest.newBuilder();
    for (Target.Builder target : targets) {
      acquire.addTargets(target);
    }
    return acquire;
  }

  /** Without a session. */
  static AcquireRequest.Builder lock(String key) {
    return targets(exclusive(key));
  }

  static AcquireRequest.Builder lock(long session, long number, String key) {
    return lock(key).setSession(session).setRequest(number);
  }

  static Request.Builder acquire(AcquireRequest.Builder acquire) {
    return Request.newBuilder().setAcquire(acquire);
  }

  static Request.Builder acquire(long session, long number, String key) {
    return acquire(lock(session, number, key));
  }

  static Request.Builder withdraw(long session, long number) {
    return Request.newBuilder()
        .setWithdraw(WithdrawRequest.newBuilder().setSession(session).setRequest(number));
  }

  static Request.Builder release(long session, long number, long token) {
    return Request.newBuilder()
        .setRelease(
            ReleaseRequest.newBuilder().setSession(session).setRequest(number).setToken(token));
  }

  static ConvertRequest.Builder conversion(long session, long number, long token, Mode mode) {
    return ConvertRequest.newBuilder()
        .setSession(session)
        .setRequest(number)
        .setToken(token)
        .setMode(mode);
  }

  static SetValueRequest.Builder newValue(long session, long number, long token, String value) {
    return SetValueRequest.newBuilder()
        .setSession(session)
        .setRequest(number)
        .setToken(token)
        .setValue(text(value));
  }

  static Request.Builder get(String key) {
    return Request.newBuilder().setGet(GetRequest.newBuilder().setKey(key));
  }

  static Request.Builder list(String prefix) {
    return Request.newBuilder().setList(ListRequest.newBuilder().setPrefix(prefix));
  }

  static WatchRequest.Builder key(String key) {
    return WatchRequest.newBuilder().setKey(key);
  }

  static WatchRequest.Builder below(String key) {
    return key(key).setSubtree(true);
  }

  static Request.Builder watch(WatchRequest.Builder watch) {
    return Request.newBuilder().setWatch(watch);
  }

  static ByteString text(String value) {
    return ByteString.copyFromUtf8(value);
  }
}
