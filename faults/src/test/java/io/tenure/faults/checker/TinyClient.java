package io.tenure.faults.checker;

import io.tenure.faults.history.Entry;
import io.tenure.faults.history.Operation;
import io.tenure.faults.history.Operation.Kind;
import io.tenure.faults.history.Result;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A client with a session that it keeps alive, and {@link TinyWork work} to do in it. */
final class TinyClient {
  private static final long MARGIN = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(600);

  private final TinyWorld world;
  private final String name;
  private final int shard;
  private final long ttl;
  private boolean killed;
  private long pausedUntil;
  private long cutUntil;

  /** Grows when the session is over; whatever belongs to an older one is not for this client. */
  private int era;

  private long session;
  private long goodUntil;

  /** The call that has not come back; 0 if none. */
  private long pending;

  private final Set<Long> tokens = new TreeSet<>();

  TinyClient(TinyWorld world, String name, int shard) {
    this.world = world;
    this.name = name;
    this.shard = shard;
    this.ttl = TimeUnit.MILLISECONDS.toNanos(1_000 + 500L * world.random().nextInt(5));
  }

  String name() {
    return name;
  }

  int shard() {
    return shard;
  }

  long session() {
    return session;
  }

  void holds(long token) {
    tokens.add(token);
  }

  void holdsNoMore(long token) {
    tokens.remove(token);
  }

  boolean isGoodFor(long nanos) {
    return world.now() + nanos < goodUntil;
  }

  // -------------------------------------------------------------------------------------- faults

  void kill() {
    if (!killed) {
      killed = true;
      world.record(new Entry.Paused(name, world.now(), Long.MAX_VALUE));
    }
  }

  void pause(long until) {
    if (!killed) {
      pausedUntil = until;
      world.record(new Entry.Paused(name, world.now(), until));
    }
  }

  /** Messages of both directions arrive later. */
  void cutOff(long until) {
    cutUntil = until;
  }

  /** Has something done in this session, as soon as the client runs. */
  void at(long nanos, Runnable action) {
    int now = era;
    world.at(
        nanos,
        () -> {
          if (killed || now != era) {
            return;
          } else if (world.now() < pausedUntil) {
            at(pausedUntil, action);
          } else {
            action.run();
          }
        });
  }

  private void send(Runnable arrival) {
    long sent = Math.max(world.now(), cutUntil);
    world.at(sent + world.delay(), arrival);
  }

  private void receive(Runnable arrival) {
    long sent = Math.max(world.now(), cutUntil);
    at(sent + world.delay(), arrival);
  }

  // --------------------------------------------------------------------------------------- calls

  /** What the service does with a call: it tells the result, now or later. */
  interface Service {
    void serve(Consumer<Result> reply);
  }

  /** Without an answer in time the client gives its session up, and begins anew. */
  void call(Operation operation, Service service, Consumer<Result> then) {
    long op = world.nextNumber();
    pending = op;
    world.record(new Entry.Invoked(op, name, operation, world.now()));
    Consumer<Result> reply = result -> receive(() -> returned(op, result, then));
    send(() -> service.serve(reply));
    if (operation.waitMillis() >= 0) {
      long wait = TimeUnit.MILLISECONDS.toNanos(operation.waitMillis());
      at(world.now() + wait + PATIENCE, () -> giveUp(op));
    }
  }

  private void returned(long op, Result result, Consumer<Result> then) {
    if (pending == op) {
      pending = 0;
      world.record(new Entry.Returned(op, result, world.now()));
      then.accept(result);
    }
  }

  private void giveUp(long op) {
    if (pending == op) {
      lose("no answer");
    }
  }

  /** Also what is not answered yet is over. */
  void lose(String why) {
    if (pending != 0) {
      Result unknown = new Result(Result.Kind.UNKNOWN, 0, 0, why);
      world.record(new Entry.Returned(pending, unknown, world.now()));
      pending = 0;
    }
    for (long token : tokens) {
      world.record(new Entry.Lost(name, shard, token, why, world.now()));
    }
    tokens.clear();
    session = 0;
    goodUntil = 0;
    era++;
    at(world.now() + world.millis(10, 100), this::open);
  }

  Operation operation(Kind kind, long ofToken, String value) {
    return new Operation(kind, shard, session, "", List.of(), ofToken, value, 0);
  }

  static Result ok(long ofToken, long ofSession) {
    return new Result(Result.Kind.OK, ofToken, ofSession, "");
  }

  static Result notDone(String why) {
    return new Result(Result.Kind.NOT_DONE, 0, 0, why);
  }

  // ------------------------------------------------------------------------------------- session

  void open() {
    long sent = world.now();
    call(
        operation(Kind.OPEN_SESSION, 0, ""),
        reply -> reply.accept(ok(0, world.openSession(shard, ttl))),
        result -> {
          session = result.session();
          kept(sent);
          keepAlive();
          watchTerm();
          new TinyWork(world, this).next();
        });
  }

  private void kept(long sent) {
    long ttlMillis = TimeUnit.NANOSECONDS.toMillis(ttl);
    world.record(new Entry.Kept(name, shard, session, ttlMillis, sent, world.now()));
    goodUntil = Math.max(goodUntil, sent + ttl - MARGIN);
    if (world.now() < goodUntil) {
      for (long token : tokens) {
        world.record(new Entry.Sure(name, shard, token, goodUntil, world.now()));
      }
    }
  }

  private void keepAlive() {
    long sent = world.now();
    long kept = session;
    send(
        () -> {
          if (world.isLive(kept)) {
            world.keepAlive(kept, ttl);
            receive(() -> kept(sent));
          } else {
            receive(
                () -> world.record(new Entry.KeepRefused(name, shard, kept, sent, world.now())));
          }
        });
    at(sent + ttl / 3, this::keepAlive);
  }

  private void watchTerm() {
    if (world.now() >= goodUntil) {
      lose("the term is over");
    } else {
      at(goodUntil, this::watchTerm);
    }
  }

  void close() {
    long closed = session;
    call(
        operation(Kind.CLOSE_SESSION, 0, ""),
        reply -> {
          world.endSession(closed, shard, "SESSION_CLOSED");
          reply.accept(ok(0, 0));
        },
        result -> {
          tokens.clear();
          lose("closed");
        });
  }
}
