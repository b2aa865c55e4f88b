package io.tenure.core.scenario;

import io.tenure.core.model.Command;
import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Command.CloseSession;
import io.tenure.core.model.Command.CompareState;
import io.tenure.core.model.Command.ConvertHold;
import io.tenure.core.model.Command.EndMore;
import io.tenure.core.model.Command.ExpireSession;
import io.tenure.core.model.Command.OpenSession;
import io.tenure.core.model.Command.RaiseRevision;
import io.tenure.core.model.Command.ReleaseLock;
import io.tenure.core.model.Command.RevokeHold;
import io.tenure.core.model.Command.SetLimits;
import io.tenure.core.model.Command.SetValue;
import io.tenure.core.model.Command.StandAside;
import io.tenure.core.model.Command.WithdrawRequest;
import io.tenure.core.model.Key;
import io.tenure.core.model.Mode;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.Scope;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Commands as lines of text, for scripts that people read and for replaying what a test printed:
 * {@code parse(format(command))} equals the command.
 *
 * <pre>{@code
 * open [ttl=TTL] [name=TEXT] nonce=NUMBER
 * acquire REQUEST [owner=TEXT] [party=TEXT] TARGET{, TARGET} [nowait] [value=VALUE] [ack=NUMBER]
 * withdraw REQUEST [giveback] [ack=NUMBER]
 * aside REQUEST
 * release REQUEST token=NUMBER [ack=NUMBER]
 * convert REQUEST token=NUMBER exclusive|shared [nowait] [ack=NUMBER]
 * value REQUEST token=NUMBER VALUE [ack=NUMBER]
 * close SESSION
 * expire SESSION
 * revoke KEY token=NUMBER
 * raise [above=NUMBER]
 * set-limits {NAME=NUMBER}
 * end-more
 * compare-state
 *
 * SESSION  s1
 * REQUEST  s1#4, the fourth request of session s1
 * TARGET   exclusive|shared|semaphore(LIMIT) KEY [subtree]
 * TTL      10s or 1500ms
 * VALUE    0x and hexadecimal digits, or TEXT in UTF-8
 * TEXT     a word without blanks, commas and quotes, or "quoted", with \" and \\ inside
 * }</pre>
 *
 * <p>Words of the form {@code name=…} may stand anywhere in the line. What is left out: the owner
 * is {@code main}, the party the owner, the ttl 10s, the name and the value empty, the acknowledged
 * number and {@code above} 0, and limits those of {@link io.tenure.core.model.Limits#DEFAULT}.
 * {@code owner=""} stands for a request without an owner.
 */
public final class CommandText {
  private static final String NO_WAIT = "nowait";
  private static final String GIVE_BACK = "giveback";
  private static final String SUBTREE = "subtree";
  private static final String ACKNOWLEDGED = "ack";
  private static final String DEFAULT_OWNER = "main";
  private static final long DEFAULT_TTL_MILLIS = 10_000;

  private static final Pattern SESSION = Pattern.compile("s(\\d+)");
  private static final Pattern REQUEST = Pattern.compile("(s\\d+)#(\\d+)");
  private static final Pattern SEMAPHORE = Pattern.compile("semaphore\\((\\d+)\\)");
  private static final Pattern TTL = Pattern.compile("(\\d+)(s|ms)");

  private CommandText() {}

  /**
   * Reads one command.
   *
   * @throws IllegalArgumentException saying what was found and what was expected
   */
  public static Command parse(String line) {
    Words words = new Words(line);
    String verb = words.next("a command");
    Command command =
        switch (verb) {
          case "open" -> open(words);
          case "acquire" -> acquire(words);
          case "withdraw" ->
              new WithdrawRequest(request(words), acknowledged(words), words.take(GIVE_BACK));
          case "aside" -> new StandAside(request(words));
          case "release" -> new ReleaseLock(request(words), acknowledged(words), token(words));
          case "convert" ->
              new ConvertHold(
                  request(words),
                  acknowledged(words),
                  token(words),
                  mode(words),
                  !words.take(NO_WAIT));
          case "value" ->
              new SetValue(
                  request(words), acknowledged(words), token(words), value(words.next("a value")));
          case "close" -> new CloseSession(session(words.next("a session")));
          case "expire" -> new ExpireSession(session(words.next("a session")));
          case "revoke" -> new RevokeHold(key(words), token(words));
          case "raise" -> new RaiseRevision(words.number("above", 0));
          case "set-limits" -> new SetLimits(LimitsText.parse(words));
          case "end-more" -> new EndMore();
          case "compare-state" -> new CompareState();
          default ->
              throw Words.refused(
                  verb,
                  "open, acquire, withdraw, aside, release, convert, value, close, expire, revoke,"
                      + " raise, set-limits, end-more or compare-state");
        };
    words.end();
    return command;
  }

  private static OpenSession open(Words words) {
    String ttl = words.field("ttl");
    String name = words.field("name");
    return new OpenSession(
        words.number("nonce"),
        ttl == null ? DEFAULT_TTL_MILLIS : ttlMillis(ttl),
        name == null ? "" : Words.unquote(name));
  }

  private static AcquireLock acquire(Words words) {
    RequestId request = request(words);
    List<Target> targets = new ArrayList<>();
    do {
      Mode mode = mode(words);
      Key key = key(words);
      targets.add(new Target(key, mode, words.take(SUBTREE) ? Scope.SUBTREE : Scope.KEY));
    } while (words.take(","));
    String owner = words.field("owner");
    String party = words.field("party");
    String value = words.field("value");
    return new AcquireLock(
        request,
        acknowledged(words),
        owner == null ? DEFAULT_OWNER : Words.unquote(owner),
        party == null ? "" : Words.unquote(party),
        targets,
        !words.take(NO_WAIT),
        value == null ? Value.NONE : value(value));
  }

  private static RequestId request(Words words) {
    String word = words.next("a request such as s1#4");
    Matcher matcher = REQUEST.matcher(word);
    if (!matcher.matches()) {
      throw Words.refused(word, "a request such as s1#4");
    }
    return new RequestId(
        session(matcher.group(1)), Words.parseNumber("request ", matcher.group(2)));
  }

  private static SessionId session(String word) {
    Matcher matcher = SESSION.matcher(word);
    if (!matcher.matches()) {
      throw Words.refused(word, "a session such as s1");
    }
    return new SessionId(Words.parseNumber("session ", matcher.group(1)));
  }

  private static long acknowledged(Words words) {
    return words.number(ACKNOWLEDGED, 0);
  }

  private static long token(Words words) {
    return words.number("token");
  }

  private static Key key(Words words) {
    return Key.of(Words.unquote(words.next("a key")));
  }

  private static Mode mode(Words words) {
    String expected = "exclusive, shared or semaphore(LIMIT)";
    String word = words.next(expected);
    Matcher semaphore = SEMAPHORE.matcher(word);
    if (semaphore.matches()) {
      long limit = Words.parseNumber("limit ", semaphore.group(1));
      return Mode.semaphore((int) Math.min(limit, Integer.MAX_VALUE));
    }
    return switch (word) {
      case "exclusive" -> Mode.EXCLUSIVE;
      case "shared" -> Mode.SHARED;
      default -> throw Words.refused(word, expected);
    };
  }

  private static long ttlMillis(String word) {
    Matcher matcher = TTL.matcher(word);
    if (!matcher.matches()) {
      throw Words.refused("ttl=" + word, "ttl=10s or ttl=1500ms");
    }
    long number = Words.parseNumber("ttl=", matcher.group(1));
    return matcher.group(2).equals("s") ? Math.multiplyExact(number, 1000L) : number;
  }

  private static Value value(String word) {
    return ValueText.parse(word);
  }

  /** Writes one command, with everything in it that is not the default, in the order above. */
  public static String format(Command command) {
    if (command instanceof OpenSession open) {
      String name = open.clientName().isEmpty() ? "" : " name=" + Words.quote(open.clientName());
      return "open ttl=" + formatTtl(open.ttlMillis()) + name + " nonce=" + open.nonce();
    } else if (command instanceof CloseSession close) {
      return "close " + close.session();
    } else if (command instanceof ExpireSession expire) {
      return "expire " + expire.session();
    } else if (command instanceof RevokeHold revoke) {
      return "revoke " + Words.quote(revoke.key().path()) + " token=" + revoke.token();
    } else if (command instanceof RaiseRevision raise) {
      return "raise above=" + raise.above();
    } else if (command instanceof SetLimits set) {
      return "set-" + LimitsText.format(set.limits());
    } else if (command instanceof EndMore) {
      return "end-more";
    } else if (command instanceof CompareState) {
      return "compare-state";
    } else if (command instanceof Command.Numbered numbered) {
      String ack = numbered.acknowledged() == 0 ? "" : " ack=" + numbered.acknowledged();
      return formatNumbered(numbered) + ack;
    }
    throw new AssertionError(command);
  }

  private static String formatNumbered(Command.Numbered command) {
    if (command instanceof AcquireLock acquire) {
      return "acquire "
          + acquire.request()
          + (" owner=" + (acquire.isFresh() ? "\"\"" : Words.quote(acquire.owner())))
          + (acquire.party().equals(acquire.owner())
              ? " "
              : " party=" + Words.quote(acquire.party()) + " ")
          + format(acquire.targets())
          + (acquire.mayWait() ? "" : " " + NO_WAIT)
          + (acquire.value().size() == 0 ? "" : " value=" + ValueText.format(acquire.value()));
    } else if (command instanceof WithdrawRequest withdraw) {
      return "withdraw " + withdraw.request() + (withdraw.giveBack() ? " " + GIVE_BACK : "");
    } else if (command instanceof StandAside aside) {
      return "aside " + aside.request();
    } else if (command instanceof ReleaseLock release) {
      return "release " + release.request() + " token=" + release.token();
    } else if (command instanceof ConvertHold convert) {
      String waits = convert.mayWait() ? "" : " " + NO_WAIT;
      String head = "convert " + convert.request() + " token=" + convert.token();
      return head + " " + format(convert.mode()) + waits;
    } else if (command instanceof SetValue set) {
      String head = "value " + set.request() + " token=" + set.token();
      return head + " " + ValueText.format(set.value());
    }
    throw new AssertionError(command);
  }

  static String formatTtl(long millis) {
    return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
  }

  /** Targets as they stand in an {@code acquire} line. */
  static String format(List<Target> targets) {
    return targets.stream().map(CommandText::format).collect(Collectors.joining(", "));
  }

  private static String format(Target target) {
    String scope = target.scope() == Scope.SUBTREE ? " " + SUBTREE : "";
    return format(target.mode()) + " " + Words.quote(target.key().path()) + scope;
  }

  static String format(Mode mode) {
    return switch (mode.kind()) {
      case EXCLUSIVE -> "exclusive";
      case SHARED -> "shared";
      case SEMAPHORE -> "semaphore(" + mode.limit() + ")";
    };
  }
}
