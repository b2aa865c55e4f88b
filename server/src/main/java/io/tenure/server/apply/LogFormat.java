package io.tenure.server.apply;

import io.tenure.core.model.Command;
import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Command.CloseSession;
import io.tenure.core.model.Command.CompareState;
import io.tenure.core.model.Command.ConvertHold;
import io.tenure.core.model.Command.EndMore;
import io.tenure.core.model.Command.ExpireSession;
import io.tenure.core.model.Command.Numbered;
import io.tenure.core.model.Command.OpenSession;
import io.tenure.core.model.Command.RaiseRevision;
import io.tenure.core.model.Command.ReleaseLock;
import io.tenure.core.model.Command.RevokeHold;
import io.tenure.core.model.Command.SetLimits;
import io.tenure.core.model.Command.SetValue;
import io.tenure.core.model.Command.StandAside;
import io.tenure.core.model.Command.WithdrawRequest;
import io.tenure.core.model.Key;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Mode;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.Scope;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * How a batch of commands is written into one log entry: a version, then the commands one after the
 * other, each with a tag. Numbers are variable-length, texts and values have their length in front.
 *
 * <p>The version is raised whenever a command is added or changed, or a rule of the core: a replica
 * that does not know the version stops, because it would come to another state. {@code
 * log-format.txt} among the tests' resources says what each version has. Versions 1 and 2 were
 * those of development versions before release 0.1.0. They are refused: the rules of the core were
 * others, so the log would lead to another state than it did then.
 */
public final class LogFormat {
  public static final int VERSION = 3;

  private static final int OPEN = 1;
  private static final int CLOSE = 2;
  private static final int EXPIRE = 3;
  private static final int ACQUIRE = 4;
  private static final int WITHDRAW = 5;
  private static final int RELEASE = 6;
  private static final int CONVERT = 7;
  private static final int SET_VALUE = 8;
  private static final int REVOKE = 9;
  private static final int RAISE = 10;
  private static final int STAND_ASIDE = 11;
  private static final int SET_LIMITS = 12;
  private static final int END_MORE = 13;
  private static final int COMPARE_STATE = 14;

  private LogFormat() {}

  /** What stands in front of the first command. */
  static void start(ByteWriter out) {
    out.number(VERSION);
  }

  static void write(ByteWriter out, Command command) {
    if (command instanceof Numbered numbered) {
      writeNumbered(out, numbered);
    } else if (command instanceof OpenSession open) {
      out.number(OPEN);
      out.fixed(open.nonce());
      out.number(open.ttlMillis());
      out.text(open.clientName());
    } else if (command instanceof CloseSession close) {
      out.number(CLOSE);
      out.number(close.session().number());
    } else if (command instanceof ExpireSession expire) {
      out.number(EXPIRE);
      out.number(expire.session().number());
    } else if (command instanceof RevokeHold revoke) {
      out.number(REVOKE);
      out.text(revoke.key().path());
      out.number(revoke.token());
    } else if (command instanceof SetLimits set) {
      out.number(SET_LIMITS);
      writeLimits(out, set.limits());
    } else if (command instanceof EndMore) {
      out.number(END_MORE);
    } else if (command instanceof CompareState) {
      out.number(COMPARE_STATE);
    } else if (command instanceof RaiseRevision raise) {
      out.number(RAISE);
      out.number(raise.above());
    } else {
      throw new IllegalStateException("broken invariant: unknown command: " + command);
    }
  }

  private static void writeLimits(ByteWriter out, Limits limits) {
    out.number(limits.sessions());
    out.number(limits.holds());
    out.number(limits.holdsPerOwner());
    out.number(limits.waitersPerKey());
    out.number(limits.waitersPerOwner());
    out.number(limits.waiters());
    out.number(limits.answersPerSession());
    out.number(limits.answers());
    out.number(limits.deadlockSteps());
    out.number(limits.changesPerCommand());
    out.number(limits.heldBytes());
    out.number(limits.waitingBytes());
    out.number(limits.answerBytes());
  }

  private static Limits readLimits(ByteReader in) {
    return new Limits(
        Math.toIntExact(in.number()),
        Math.toIntExact(in.number()),
        Math.toIntExact(in.number()),
        Math.toIntExact(in.number()),
        Math.toIntExact(in.number()),
        Math.toIntExact(in.number()),
        Math.toIntExact(in.number()),
        Math.toIntExact(in.number()),
        Math.toIntExact(in.number()),
        Math.toIntExact(in.number()),
        in.number(),
        in.number(),
        in.number());
  }

  private static void writeNumbered(ByteWriter out, Numbered command) {
    if (command instanceof AcquireLock acquire) {
      writeHead(out, ACQUIRE, command);
      writeAcquire(out, acquire);
    } else if (command instanceof ReleaseLock release) {
      writeHead(out, RELEASE, command);
      out.number(release.token());
    } else if (command instanceof WithdrawRequest withdraw) {
      writeHead(out, WITHDRAW, command);
      out.flag(withdraw.giveBack());
    } else if (command instanceof StandAside) {
      writeHead(out, STAND_ASIDE, command);
    } else if (command instanceof ConvertHold convert) {
      writeHead(out, CONVERT, command);
      out.number(convert.token());
      writeMode(out, convert.mode());
      out.flag(convert.mayWait());
    } else if (command instanceof SetValue set) {
      writeHead(out, SET_VALUE, command);
      out.number(set.token());
      out.bytes(set.value().bytes());
    } else {
      throw new IllegalStateException("broken invariant: unknown command: " + command);
    }
  }

  private static void writeHead(ByteWriter out, int tag, Numbered command) {
    out.number(tag);
    out.number(command.request().session().number());
    out.number(command.request().number());
    out.number(command.acknowledged());
  }

  /** A fresh owner and a party that is the owner are left out: the core makes them up again. */
  private static void writeAcquire(ByteWriter out, AcquireLock acquire) {
    out.text(acquire.isFresh() ? "" : acquire.owner());
    out.text(acquire.party().equals(acquire.owner()) ? "" : acquire.party());
    out.flag(acquire.mayWait());
    out.bytes(acquire.value().bytes());
    out.number(acquire.targets().size());
    for (Target target : acquire.targets()) {
      out.text(target.key().path());
      writeMode(out, target.mode());
      out.flag(target.scope() == Scope.SUBTREE);
    }
  }

  /** 0 and 1 for the locks; a semaphore as its limit and 1. */
  private static void writeMode(ByteWriter out, Mode mode) {
    out.number(
        switch (mode.kind()) {
          case EXCLUSIVE -> 0;
          case SHARED -> 1;
          case SEMAPHORE -> 1 + mode.limit();
        });
  }

  /**
   * Reads a batch.
   *
   * @throws IllegalArgumentException if this is no batch, or one of another version
   */
  static List<Command> read(ByteReader in) {
    requireVersion(in);
    List<Command> commands = new ArrayList<>();
    while (in.hasMore()) {
      commands.add(readCommand(in));
    }
    return commands;
  }

  /**
   * Reads what stands in front of the first command.
   *
   * @throws IllegalArgumentException if this release does not read that version
   */
  public static void requireVersion(ByteReader in) {
    long version = in.number();
    if (version != VERSION) {
      throw new IllegalArgumentException(
          "log entry: version %d (expected: %d): %s".formatted(version, VERSION, advice(version)));
    }
  }

  private static String advice(long version) {
    if (version > VERSION) {
      return "a newer release of Tenure wrote it; upgrade this node to that release";
    }
    return version < 1
        ? "damaged"
        : "a development version before release 0.1.0 wrote it; start this node with that build,"
            + " or start a node with an empty data directory and add it as a new member";
  }

  private static Command readCommand(ByteReader in) {
    int tag = (int) in.number();
    return switch (tag) {
      case OPEN -> new OpenSession(in.fixed(), in.number(), in.text());
      case CLOSE -> new CloseSession(new SessionId(in.number()));
      case EXPIRE -> new ExpireSession(new SessionId(in.number()));
      case REVOKE -> new RevokeHold(Key.of(in.text()), in.number());
      case RAISE -> new RaiseRevision(in.number());
      case ACQUIRE -> readAcquire(readRequest(in), in.number(), in);
      case WITHDRAW -> new WithdrawRequest(readRequest(in), in.number(), in.flag());
      case STAND_ASIDE -> readStandAside(readRequest(in), in.number());
      case RELEASE -> new ReleaseLock(readRequest(in), in.number(), in.number());
      case CONVERT ->
          new ConvertHold(readRequest(in), in.number(), in.number(), readMode(in), in.flag());
      case SET_VALUE ->
          new SetValue(readRequest(in), in.number(), in.number(), Value.of(in.bytes()));
      case SET_LIMITS -> new SetLimits(readLimits(in));
      case END_MORE -> new EndMore();
      case COMPARE_STATE -> new CompareState();
      default -> throw new IllegalArgumentException("log entry: command " + tag + " is unknown");
    };
  }

  private static StandAside readStandAside(RequestId request, long acknowledged) {
    if (acknowledged != 0) {
      throw new IllegalArgumentException(
          "log entry: " + request + " stands aside and acknowledges " + acknowledged);
    }
    return new StandAside(request);
  }

  private static RequestId readRequest(ByteReader in) {
    return new RequestId(new SessionId(in.number()), in.number());
  }

  private static AcquireLock readAcquire(RequestId request, long acknowledged, ByteReader in) {
    String owner = in.text();
    String party = in.text();
    boolean mayWait = in.flag();
    Value value = Value.of(in.bytes());
    int count = (int) in.number();
    List<Target> targets = new ArrayList<>(Math.min(count, AcquireLock.MAX_TARGETS));
    for (int i = 0; i < count; i++) {
      Key key = Key.of(in.text());
      Mode mode = readMode(in);
      targets.add(new Target(key, mode, in.flag() ? Scope.SUBTREE : Scope.KEY));
    }
    return new AcquireLock(request, acknowledged, owner, party, targets, mayWait, value);
  }

  private static Mode readMode(ByteReader in) {
    long code = in.number();
    if (code == 0) {
      return Mode.EXCLUSIVE;
    }
    return code == 1 ? Mode.SHARED : Mode.semaphore(Math.toIntExact(code - 1));
  }
}
