package io.tenure.core.snapshot;

import io.tenure.core.model.Command;
import io.tenure.core.model.Event.EndCause;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Key;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Mode;
import io.tenure.core.model.OwnerId;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.Scope;
import io.tenure.core.model.Session;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import io.tenure.core.model.WaitingRequest;
import io.tenure.core.session.RememberedAnswers.Answer;
import io.tenure.core.session.RequestFingerprint;
import io.tenure.core.snapshot.Snapshot.EndingImage;
import io.tenure.core.snapshot.Snapshot.SessionImage;
import io.tenure.core.table.RecordArrays.Stamped;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The bytes of a snapshot, all numbers big-endian:
 *
 * <pre>
 * magic     8 bytes "TENURESN"
 * version   int
 * limits    10 ints and 3 longs, in the order of the record
 * revision  long
 * next      long: the number of the next session
 * sessions  int count, then each: number, nonce, ttl (longs), name, forgottenThrough (long),
 *           int count of answers, each: number (long), kind (byte), print (long), outcome;
 *           int count of requests that stand aside, each like a waiting one,
 *           int count of converted holds, each: number, print of what was asked for (longs)
 * ending    int count, then each: number, nonce, ttl (longs), name, cause (byte)
 * holds     int count, then each: since, token, session, request (longs), owner, party, targets, value
 * waiting   int count, then each: arrival, upgradeOf, session, request (longs), owner, party, targets,
 *           value
 * checksum  long: CRC-32C of everything before it
 * </pre>
 *
 * Magic, version and checksum are in their places in every version, so that an older release can
 * tell a newer one's snapshot from a damaged one. Text is a short length and UTF-8; a value
 * likewise; targets are a byte count, each a key, a kind byte, an int limit and a scope byte; an
 * outcome is a tag byte and its fields, see {@link OutcomeFormat}.
 */
final class SnapshotFormat {
  private SnapshotFormat() {}

  static final long MAGIC = 0x54454E555245534EL;
  static final int VERSION = 4;

  /**
   * Older versions are read, not written. Version 1 knew of no requests that stand aside; version 2
   * of no parties, no limits in bytes, no sessions that end bit by bit, and of an answer's call
   * only the kind; version 3 of no modes in an acquire's print, and so of no converted holds.
   */
  static final int OLDEST_VERSION = 1;

  /** Generous: no text or value is longer. A greater length means damage. */
  private static final int MAX_LENGTH = Value.MAX_BYTES;

  static void writeHeader(DataOutput out, Limits limits, long revision, long nextSession)
      throws IOException {
    out.writeLong(MAGIC);
    out.writeInt(VERSION);
    out.writeInt(limits.sessions());
    out.writeInt(limits.holds());
    out.writeInt(limits.holdsPerOwner());
    out.writeInt(limits.waitersPerKey());
    out.writeInt(limits.waitersPerOwner());
    out.writeInt(limits.waiters());
    out.writeInt(limits.answersPerSession());
    out.writeInt(limits.answers());
    out.writeInt(limits.deadlockSteps());
    out.writeInt(limits.changesPerCommand());
    out.writeLong(limits.heldBytes());
    out.writeLong(limits.waitingBytes());
    out.writeLong(limits.answerBytes());
    out.writeLong(revision);
    out.writeLong(nextSession);
  }

  /** What follows magic and version, up to the revision. */
  static Limits readLimits(DataInput in, int version) throws IOException {
    if (version < 3) {
      return readOldLimits(in);
    }
    return new Limits(
        in.readInt(),
        in.readInt(),
        in.readInt(),
        in.readInt(),
        in.readInt(),
        in.readInt(),
        in.readInt(),
        in.readInt(),
        in.readInt(),
        in.readInt(),
        in.readLong(),
        in.readLong(),
        in.readLong());
  }

  private static Limits readOldLimits(DataInput in) throws IOException {
    Limits others = Limits.DEFAULT;
    return new Limits(
        in.readInt(),
        in.readInt(),
        others.holdsPerOwner(),
        in.readInt(),
        in.readInt(),
        in.readInt(),
        in.readInt(),
        in.readInt(),
        in.readInt(),
        others.changesPerCommand(),
        others.heldBytes(),
        others.waitingBytes(),
        others.answerBytes());
  }

  private static void writeSession(DataOutput out, Session session) throws IOException {
    out.writeLong(session.id().number());
    out.writeLong(session.nonce());
    out.writeLong(session.ttlMillis());
    writeText(out, session.clientName());
  }

  private static Session readSession(DataInput in) throws IOException {
    SessionId id = new SessionId(in.readLong());
    return new Session(id, in.readLong(), in.readLong(), readText(in));
  }

  static void writeEnding(DataOutput out, EndingImage image) throws IOException {
    writeSession(out, image.session());
    writeEnum(out, image.cause());
  }

  static EndingImage readEnding(DataInput in) throws IOException {
    return new EndingImage(readSession(in), readEnum(in, EndCause.values()));
  }

  static void writeSession(DataOutput out, SessionImage image) throws IOException {
    writeSession(out, image.session());
    out.writeLong(image.forgottenThrough());
    out.writeInt(image.answers().size());
    for (Answer answer : image.answers()) {
      out.writeLong(answer.number());
      writeEnum(out, answer.call().kind());
      out.writeLong(answer.call().print());
      OutcomeFormat.write(out, answer.outcome());
    }
    out.writeInt(image.away().size());
    for (WaitingRequest away : image.away()) {
      writeWaiting(out, away);
    }
    out.writeInt(image.calls().size());
    for (Map.Entry<Long, RequestFingerprint> asked : image.calls().entrySet()) {
      out.writeLong(asked.getKey());
      out.writeLong(asked.getValue().print());
    }
  }

  static SessionImage readSession(DataInput in, int version) throws IOException {
    Session session = readSession(in);
    long forgottenThrough = in.readLong();
    int count = in.readInt();
    List<Answer> answers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long number = in.readLong();
      answers.add(new Answer(number, readCall(in, version), OutcomeFormat.read(in, version)));
    }
    List<WaitingRequest> away = new ArrayList<>();
    int suspendedCount = version < 2 ? 0 : in.readInt();
    for (int i = 0; i < suspendedCount; i++) {
      away.add(readWaiting(in, version));
    }
    return new SessionImage(session, forgottenThrough, answers, away, readCalls(in, version));
  }

  private static RequestFingerprint readCall(DataInput in, int version) throws IOException {
    RequestFingerprint.Kind kind = readEnum(in, RequestFingerprint.Kind.values());
    long print = version < 3 ? RequestFingerprint.ANY : in.readLong();
    boolean isOtherPrint =
        version < 4
            && (kind == RequestFingerprint.Kind.ACQUIRE
                || kind == RequestFingerprint.Kind.SET_VALUE);
    return new RequestFingerprint(kind, isOtherPrint ? RequestFingerprint.ANY : print);
  }

  private static SortedMap<Long, RequestFingerprint> readCalls(DataInput in, int version)
      throws IOException {
    SortedMap<Long, RequestFingerprint> calls = new TreeMap<>();
    int count = version < 4 ? 0 : in.readInt();
    for (int i = 0; i < count; i++) {
      calls.put(
          in.readLong(), new RequestFingerprint(RequestFingerprint.Kind.ACQUIRE, in.readLong()));
    }
    return calls;
  }

  static void writeHold(DataOutput out, Stamped<Hold> image) throws IOException {
    Hold hold = image.record();
    out.writeLong(image.stamp());
    out.writeLong(hold.token());
    writeRequest(out, hold.owner(), hold.party(), hold.request());
    writeTargets(out, hold.targets());
    writeValue(out, hold.value());
  }

  static Stamped<Hold> readHold(DataInput in, int version) throws IOException {
    long since = in.readLong();
    long token = in.readLong();
    RequestId request = readRequest(in);
    OwnerId owner = new OwnerId(request.session(), readText(in));
    String party = readParty(in, owner, version);
    return new Stamped<>(
        new Hold(token, owner, party, request, readTargets(in), readValue(in)), since);
  }

  static void writeWaiting(DataOutput out, WaitingRequest waiting) throws IOException {
    out.writeLong(waiting.arrival());
    out.writeLong(waiting.upgradeOf());
    writeRequest(out, waiting.owner(), waiting.party(), waiting.request());
    writeTargets(out, waiting.targets());
    writeValue(out, waiting.value());
  }

  static WaitingRequest readWaiting(DataInput in, int version) throws IOException {
    long arrival = in.readLong();
    long upgradeOf = in.readLong();
    RequestId request = readRequest(in);
    OwnerId owner = new OwnerId(request.session(), readText(in));
    String party = readParty(in, owner, version);
    return new WaitingRequest(
        arrival, owner, party, request, readTargets(in), readValue(in), upgradeOf);
  }

  private static String readParty(DataInput in, OwnerId owner, int version) throws IOException {
    return version < 3 ? owner.label() : readText(in);
  }

  private static void writeRequest(DataOutput out, OwnerId owner, String party, RequestId request)
      throws IOException {
    out.writeLong(request.session().number());
    out.writeLong(request.number());
    writeText(out, owner.label());
    writeText(out, party);
  }

  private static RequestId readRequest(DataInput in) throws IOException {
    return new RequestId(new SessionId(in.readLong()), in.readLong());
  }

  private static void writeTargets(DataOutput out, List<Target> targets) throws IOException {
    out.writeByte(targets.size());
    for (Target target : targets) {
      writeText(out, target.key().path());
      writeMode(out, target.mode());
      writeEnum(out, target.scope());
    }
  }

  private static List<Target> readTargets(DataInput in) throws IOException {
    int count = in.readUnsignedByte();
    if (count < 1 || count > Command.AcquireLock.MAX_TARGETS) {
      throw new IllegalArgumentException(count + " targets");
    }
    List<Target> targets = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      Key key = Key.of(readText(in));
      targets.add(new Target(key, readMode(in), readEnum(in, Scope.values())));
    }
    return List.copyOf(targets);
  }

  static void writeMode(DataOutput out, Mode mode) throws IOException {
    writeEnum(out, mode.kind());
    out.writeInt(mode.limit());
  }

  static Mode readMode(DataInput in) throws IOException {
    return new Mode(readEnum(in, Mode.Kind.values()), in.readInt());
  }

  static void writeText(DataOutput out, String text) throws IOException {
    writeBytes(out, text.getBytes(StandardCharsets.UTF_8));
  }

  static String readText(DataInput in) throws IOException {
    return new String(readBytes(in), StandardCharsets.UTF_8);
  }

  private static void writeValue(DataOutput out, Value value) throws IOException {
    writeBytes(out, value.bytes());
  }

  private static Value readValue(DataInput in) throws IOException {
    return Value.of(readBytes(in));
  }

  private static void writeBytes(DataOutput out, byte[] bytes) throws IOException {
    out.writeShort(bytes.length);
    out.write(bytes);
  }

  private static byte[] readBytes(DataInput in) throws IOException {
    int length = in.readUnsignedShort();
    if (length > MAX_LENGTH) {
      throw new IllegalArgumentException(length + " bytes of text");
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return bytes;
  }

  /**
   * The order of constants is part of the format, as the class doc of {@link OutcomeFormat} says.
   */
  @SuppressWarnings("EnumOrdinal")
  static void writeEnum(DataOutput out, Enum<?> constant) throws IOException {
    out.writeByte(constant.ordinal());
  }

  static <E extends Enum<E>> E readEnum(DataInput in, E[] values) throws IOException {
    int ordinal = in.readUnsignedByte();
    if (ordinal >= values.length) {
      throw new IllegalArgumentException("constant " + ordinal);
    }
    return values[ordinal];
  }
}
