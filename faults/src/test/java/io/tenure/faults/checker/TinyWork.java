package io.tenure.faults.checker;

import io.tenure.faults.history.Entry;
import io.tenure.faults.history.Operation;
import io.tenure.faults.history.Operation.Kind;
import io.tenure.faults.history.Result;
import io.tenure.faults.history.Wanted;
import io.tenure.faults.history.Wanted.Mode;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What a client does in one session: it takes something, uses it and gives it back, again and
 * again.
 */
final class TinyWork {
  /** Longer than any use of a resource takes. */
  private static final long USE = TimeUnit.MILLISECONDS.toNanos(50);

  private final TinyWorld world;
  private final TinyClient client;
  private int turns;

  TinyWork(TinyWorld world, TinyClient client) {
    this.world = world;
    this.client = client;
  }

  void next() {
    client.at(
        world.now() + world.millis(1, 30),
        () -> {
          if (world.chance(2)) {
            client.close();
          } else {
            String owner = "o" + ++turns;
            List<Wanted> targets = choose();
            acquire(owner, targets, waitMillis(), token -> granted(owner, targets, token));
          }
        });
  }

  private long waitMillis() {
    return switch (world.random().nextInt(4)) {
      case 0 -> 0;
      case 1 -> world.random().nextInt(50);
      default -> -1;
    };
  }

  private List<Wanted> choose() {
    int which = world.random().nextInt(2);
    String top = "/s" + client.shard();
    Mode mode = world.chance(30) ? Mode.EXCLUSIVE : Mode.SHARED;
    return switch (world.random().nextInt(7)) {
      case 0, 1 -> List.of(new Wanted(top + "/x/" + which, Mode.EXCLUSIVE, false, 0));
      case 2, 3 -> List.of(new Wanted(top + "/r", mode, false, 0));
      case 4 -> List.of(new Wanted(top + "/p", Mode.SEMAPHORE, false, 2));
      case 5 -> List.of(tree(top + "/t", which));
      default ->
          List.of(
              new Wanted(top + "/x/0", Mode.EXCLUSIVE, false, 0),
              new Wanted(top + "/x/" + (1 + which), Mode.EXCLUSIVE, false, 0));
    };
  }

  private Wanted tree(String root, int which) {
    return world.chance(40)
        ? new Wanted(root, Mode.EXCLUSIVE, true, 0)
        : new Wanted(root + "/" + which, Mode.EXCLUSIVE, false, 0);
  }

  private void acquire(
      String owner, List<Wanted> targets, long waitMillis, Consumer<Long> granted) {
    long session = client.session();
    long request = world.nextNumber();
    String value = client.name() + "#" + request;
    Operation operation =
        new Operation(Kind.ACQUIRE, client.shard(), session, owner, targets, 0, value, waitMillis);
    client.call(
        operation,
        reply -> {
          var ask =
              new TinyService.Ask(
                  session,
                  owner,
                  request,
                  targets,
                  value,
                  token -> reply.accept(TinyClient.ok(token, 0)));
          serve(ask, waitMillis, reply);
        },
        result -> {
          if (result.kind() == Result.Kind.OK) {
            granted.accept(result.token());
          } else {
            next();
          }
        });
  }

  private void serve(TinyService.Ask ask, long waitMillis, Consumer<Result> reply) {
    TinyService service = world.service(client.shard());
    if (!world.isLive(ask.session())) {
      reply.accept(TinyClient.notDone("no session"));
    } else if (!service.acquire(ask, waitMillis != 0)) {
      reply.accept(new Result(Result.Kind.REFUSED, 0, 0, "busy"));
    } else if (waitMillis > 0) {
      world.at(
          world.now() + TimeUnit.MILLISECONDS.toNanos(waitMillis),
          () -> {
            if (service.withdraw(ask.session(), ask.request())) {
              reply.accept(TinyClient.notDone("timed out"));
            }
          });
    }
  }

  // ------------------------------------------------------------------------------------- holding

  private void granted(String owner, List<Wanted> targets, long token) {
    client.holds(token);
    Wanted target = targets.get(0);
    if (world.chance(10)) {
      // The same again: another handle of the same hold.
      acquire(owner, targets, -1, again -> use(target, again, () -> release(again, 2)));
    } else if (target.subtree() && world.chance(50)) {
      Wanted leaf = new Wanted(target.key() + "/1", Mode.EXCLUSIVE, false, 0);
      acquire(
          owner,
          List.of(leaf),
          0,
          inner -> {
            client.holds(inner);
            use(leaf, inner, () -> releaseNow(inner, () -> release(token, 1)));
          });
    } else if (world.chance(20)) {
      setValue(token, () -> use(target, token, () -> release(token, 1)));
    } else if (world.chance(5)) {
      client.at(world.now() + world.millis(500, 4_000), () -> release(token, 1));
    } else {
      use(target, token, () -> release(token, 1));
    }
  }

  private void setValue(long token, Runnable then) {
    String value = "v" + world.nextNumber();
    client.call(
        client.operation(Kind.SET_VALUE, token, value),
        reply ->
            reply.accept(
                world.service(client.shard()).setValue(token, value)
                    ? TinyClient.ok(0, 0)
                    : TinyClient.notDone("not held")),
        result -> then.run());
  }

  /** Between looking at the time and using something, a client may be paused. */
  private void use(Wanted target, long token, Runnable then) {
    if (!client.isGoodFor(USE)) {
      then.run();
      return;
    }
    String key = target.subtree() ? target.key() + "/1" : target.key();
    boolean fenced = target.mode() == Mode.EXCLUSIVE && world.random().nextBoolean();
    client.at(
        world.now() + world.millis(0, 20),
        () -> {
          long began = world.now() + world.delay();
          world.at(began, () -> access(key, fenced, token));
          client.at(
              began + USE / 2,
              () -> {
                if (world.chance(40)) {
                  use(target, token, then);
                } else {
                  then.run();
                }
              });
        });
  }

  private void access(String key, boolean fenced, long token) {
    long began = world.now();
    boolean accepted = !fenced || world.passesFence(key, token);
    long ended = fenced ? began : began + world.millis(1, 15);
    world.record(new Entry.Accessed(key, fenced, client.name(), token, began, ended, accepted));
  }

  /** Only the last of several handles goes to the service. */
  private void release(long token, int handles) {
    if (handles > 1) {
      long op = world.nextNumber();
      Operation operation = client.operation(Kind.RELEASE, token, "");
      world.record(new Entry.Invoked(op, client.name(), operation, world.now()));
      world.record(new Entry.Returned(op, TinyClient.ok(0, 0), world.now()));
    }
    if (world.chance(3)) {
      client.close();
    } else {
      releaseNow(token, this::next);
    }
  }

  private void releaseNow(long token, Runnable then) {
    client.call(
        client.operation(Kind.RELEASE, token, ""),
        reply ->
            reply.accept(
                world.service(client.shard()).release(token)
                    ? TinyClient.ok(0, 0)
                    : TinyClient.notDone("not held")),
        result -> {
          client.holdsNoMore(token);
          then.run();
        });
  }
}
