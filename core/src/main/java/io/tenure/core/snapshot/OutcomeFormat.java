package io.tenure.core.snapshot;

import static io.tenure.core.snapshot.SnapshotFormat.readEnum;
import static io.tenure.core.snapshot.SnapshotFormat.readText;
import static io.tenure.core.snapshot.SnapshotFormat.writeEnum;
import static io.tenure.core.snapshot.SnapshotFormat.writeText;

import io.tenure.core.model.Event.EndCause;
import io.tenure.core.model.Key;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.Outcome.Holder;
import io.tenure.core.model.Outcome.Limit;
import io.tenure.core.model.Outcome.NotConvertibleReason;
import io.tenure.core.model.Outcome.NotHeldReason;
import io.tenure.core.model.Outcome.Standing;
import io.tenure.core.model.Outcome.Wait;
import io.tenure.core.model.OwnerId;
import io.tenure.core.model.SessionId;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of those outcomes that a session may ask for again. Tags and the order of enum
 * constants are part of the snapshot's version: add at the end, never reorder.
 */
public final class OutcomeFormat {
  private OutcomeFormat() {}

  private static final int ALREADY_HELD = 1;
  private static final int BUSY = 2;
  private static final int DEADLOCK = 3;
  private static final int KIND_MISMATCH = 4;
  private static final int LIMIT_REACHED = 5;
  private static final int ENDED = 6;
  private static final int RELEASED = 7;
  private static final int NOT_HELD = 8;
  private static final int CONVERTED = 9;
  private static final int NOT_CONVERTIBLE = 10;
  private static final int VALUE_SET = 11;

  static void write(DataOutput out, Outcome outcome) throws IOException {
    if (outcome instanceof Outcome.Ended ended) {
      token(out, ENDED, ended.token());
      writeEnum(out, ended.cause());
    } else if (outcome instanceof Outcome.Released released) {
      token(out, RELEASED, released.token());
    } else if (outcome instanceof Outcome.ValueSet set) {
      token(out, VALUE_SET, set.token());
    } else if (outcome instanceof Outcome.Converted converted) {
      token(out, CONVERTED, converted.token());
    } else if (outcome instanceof Outcome.AlreadyHeld held) {
      token(out, ALREADY_HELD, held.token());
    } else if (outcome instanceof Outcome.NotHeld not) {
      token(out, NOT_HELD, not.token());
      writeEnum(out, not.reason());
    } else if (outcome instanceof Outcome.NotConvertible not) {
      token(out, NOT_CONVERTIBLE, not.token());
      writeEnum(out, not.reason());
    } else {
      writeRefusal(out, outcome);
    }
  }

  private static void writeRefusal(DataOutput out, Outcome outcome) throws IOException {
    if (outcome instanceof Outcome.Busy busy) {
      out.writeByte(BUSY);
      writeStanding(out, busy.standing());
    } else if (outcome instanceof Outcome.LimitReached reached) {
      out.writeByte(LIMIT_REACHED);
      writeEnum(out, reached.limit());
      out.writeLong(reached.value());
    } else if (outcome instanceof Outcome.KindMismatch mismatch) {
      out.writeByte(KIND_MISMATCH);
      writeText(out, mismatch.key().path());
      SnapshotFormat.writeMode(out, mismatch.there());
      writeStanding(out, mismatch.standing());
    } else if (outcome instanceof Outcome.Deadlock deadlock) {
      out.writeByte(DEADLOCK);
      out.writeByte(deadlock.cycle().size());
      for (Wait wait : deadlock.cycle()) {
        writeOwner(out, wait.owner());
        writeText(out, wait.party());
        writeText(out, wait.key().path());
        writeOwner(out, wait.blockedBy());
        writeText(out, wait.blockedByParty());
      }
    } else {
      throw new IllegalStateException("broken invariant: not an ended answer: " + outcome);
    }
  }

  static Outcome read(DataInput in, int version) throws IOException {
    int tag = in.readUnsignedByte();
    return switch (tag) {
      case ENDED -> new Outcome.Ended(in.readLong(), readEnum(in, EndCause.values()));
      case RELEASED -> new Outcome.Released(in.readLong());
      case VALUE_SET -> new Outcome.ValueSet(in.readLong());
      case CONVERTED -> new Outcome.Converted(in.readLong());
      case ALREADY_HELD -> new Outcome.AlreadyHeld(in.readLong());
      case NOT_HELD -> new Outcome.NotHeld(in.readLong(), readEnum(in, NotHeldReason.values()));
      case NOT_CONVERTIBLE ->
          new Outcome.NotConvertible(in.readLong(), readEnum(in, NotConvertibleReason.values()));
      case BUSY -> new Outcome.Busy(readStanding(in));
      case LIMIT_REACHED -> new Outcome.LimitReached(readEnum(in, Limit.values()), in.readLong());
      case KIND_MISMATCH ->
          new Outcome.KindMismatch(
              Key.of(readText(in)), SnapshotFormat.readMode(in), readStanding(in));
      case DEADLOCK -> new Outcome.Deadlock(readCycle(in, version));
      default -> throw new IllegalArgumentException("outcome " + tag);
    };
  }

  private static void token(DataOutput out, int tag, long token) throws IOException {
    out.writeByte(tag);
    out.writeLong(token);
  }

  private static void writeStanding(DataOutput out, Standing standing) throws IOException {
    out.writeInt(standing.waiting());
    out.writeByte(standing.holders().size());
    for (Holder holder : standing.holders()) {
      writeOwner(out, holder.owner());
      writeText(out, holder.key().path());
      out.writeLong(holder.token());
    }
  }

  private static Standing readStanding(DataInput in) throws IOException {
    int waiting = in.readInt();
    int count = in.readUnsignedByte();
    List<Holder> holders = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      OwnerId owner = readOwner(in);
      holders.add(new Holder(owner, Key.of(readText(in)), in.readLong()));
    }
    return new Standing(List.copyOf(holders), waiting);
  }

  private static List<Wait> readCycle(DataInput in, int version) throws IOException {
    int count = in.readUnsignedByte();
    List<Wait> cycle = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      OwnerId owner = readOwner(in);
      String party = version < 3 ? owner.label() : readText(in);
      Key key = Key.of(readText(in));
      OwnerId by = readOwner(in);
      cycle.add(new Wait(owner, party, key, by, version < 3 ? by.label() : readText(in)));
    }
    return List.copyOf(cycle);
  }

  private static void writeOwner(DataOutput out, OwnerId owner) throws IOException {
    out.writeLong(owner.session().number());
    writeText(out, owner.label());
  }

  private static OwnerId readOwner(DataInput in) throws IOException {
    return new OwnerId(new SessionId(in.readLong()), readText(in));
  }
}
