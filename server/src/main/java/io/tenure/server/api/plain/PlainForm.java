package io.tenure.server.api.plain;

import io.grpc.MethodDescriptor;
import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.CloseSessionReply;
import io.tenure.protocol.v1.CloseSessionRequest;
import io.tenure.protocol.v1.ConvertReply;
import io.tenure.protocol.v1.ConvertRequest;
import io.tenure.protocol.v1.GetReply;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.KeepAliveReply;
import io.tenure.protocol.v1.KeepAliveRequest;
import io.tenure.protocol.v1.ListReply;
import io.tenure.protocol.v1.ListRequest;
import io.tenure.protocol.v1.OpenSessionReply;
import io.tenure.protocol.v1.OpenSessionRequest;
import io.tenure.protocol.v1.ReleaseReply;
import io.tenure.protocol.v1.ReleaseRequest;
import io.tenure.protocol.v1.RenewReply;
import io.tenure.protocol.v1.RenewRequest;
import io.tenure.protocol.v1.ReplyOrBuilder;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.SetValueReply;
import io.tenure.protocol.v1.SetValueRequest;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.protocol.v1.WithdrawReply;
import io.tenure.protocol.v1.WithdrawRequest;
import java.util.function.BiFunction;
import java.util.function.Function;

/** How a plain call is a request and a reply of the stream, and the other way round. */
public record PlainForm<Q, R>(
    MethodDescriptor<Q, R> method,
    BiFunction<Request.Builder, Q, Request.Builder> wrap,
    Function<Request, Q> unwrap,
    Function<ReplyOrBuilder, R> reply) {

  public static final PlainForm<OpenSessionRequest, OpenSessionReply> OPEN_SESSION =
      new PlainForm<>(
          TenureGrpc.getOpenSessionMethod(),
          Request.Builder::setOpenSession,
          Request::getOpenSession,
          ReplyOrBuilder::getOpenSession);
  public static final PlainForm<CloseSessionRequest, CloseSessionReply> CLOSE_SESSION =
      new PlainForm<>(
          TenureGrpc.getCloseSessionMethod(),
          Request.Builder::setCloseSession,
          Request::getCloseSession,
          ReplyOrBuilder::getCloseSession);
  public static final PlainForm<KeepAliveRequest, KeepAliveReply> KEEP_ALIVE =
      new PlainForm<>(
          TenureGrpc.getKeepAliveMethod(),
          Request.Builder::setKeepAlive,
          Request::getKeepAlive,
          ReplyOrBuilder::getKeepAlive);
  public static final PlainForm<AcquireRequest, AcquireReply> ACQUIRE =
      new PlainForm<>(
          TenureGrpc.getAcquireMethod(),
          Request.Builder::setAcquire,
          Request::getAcquire,
          ReplyOrBuilder::getAcquire);
  public static final PlainForm<WithdrawRequest, WithdrawReply> WITHDRAW =
      new PlainForm<>(
          TenureGrpc.getWithdrawMethod(),
          Request.Builder::setWithdraw,
          Request::getWithdraw,
          ReplyOrBuilder::getWithdraw);
  public static final PlainForm<RenewRequest, RenewReply> RENEW =
      new PlainForm<>(
          TenureGrpc.getRenewMethod(),
          Request.Builder::setRenew,
          Request::getRenew,
          ReplyOrBuilder::getRenew);
  public static final PlainForm<ReleaseRequest, ReleaseReply> RELEASE =
      new PlainForm<>(
          TenureGrpc.getReleaseMethod(),
          Request.Builder::setRelease,
          Request::getRelease,
          ReplyOrBuilder::getRelease);
  public static final PlainForm<ConvertRequest, ConvertReply> CONVERT =
      new PlainForm<>(
          TenureGrpc.getConvertMethod(),
          Request.Builder::setConvert,
          Request::getConvert,
          ReplyOrBuilder::getConvert);
  public static final PlainForm<SetValueRequest, SetValueReply> SET_VALUE =
      new PlainForm<>(
          TenureGrpc.getSetValueMethod(),
          Request.Builder::setSetValue,
          Request::getSetValue,
          ReplyOrBuilder::getSetValue);
  public static final PlainForm<GetRequest, GetReply> GET =
      new PlainForm<>(
          TenureGrpc.getGetMethod(),
          Request.Builder::setGet,
          Request::getGet,
          ReplyOrBuilder::getGet);
  public static final PlainForm<ListRequest, ListReply> LIST =
      new PlainForm<>(
          TenureGrpc.getListMethod(),
          Request.Builder::setList,
          Request::getList,
          ReplyOrBuilder::getList);
}
