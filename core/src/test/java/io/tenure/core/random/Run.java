package io.tenure.core.random;

import io.tenure.core.Applied;
import io.tenure.core.LockState;
import io.tenure.core.StateProbe;
import io.tenure.core.model.Command;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.WaitingRequest;
import io.tenure.core.random.check.Check;
import io.tenure.core.random.check.Coverage;
import io.tenure.core.random.check.Failure;
import io.tenure.core.random.check.Findings;
import io.tenure.core.random.check.Invariants;
import io.tenure.core.random.check.Ledger;
import io.tenure.core.random.check.Packed;
import io.tenure.core.random.check.Reads;
import io.tenure.core.random.check.Replicas;
import io.tenure.core.random.naive.NaiveModel;
import io.tenure.core.random.naive.Picture;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One script run through the core and the model side by side. */
final class Run {
  private final Script script;
  private final Coverage coverage;
  private final NaiveModel model;
  private final LockState core;
  private final ScriptWriter writer;
  private final Ledger ledger = new Ledger();
  private final Packed packed = new Packed();
  private final Replicas replicas;
  private final List<Command> commands = new ArrayList<>();

  /** Of all limits that there were, the greatest bytes for what is held, and for what waits. */
  private long heldBytes;

  private long waitingBytes;

  private Run(Script script, Coverage coverage) {
    this.script = script;
    this.coverage = coverage;
    model = new NaiveModel(script.limits());
    core = new LockState(script.limits());
    writer = new ScriptWriter(script.profile(), model);
    replicas = new Replicas(script.limits());
  }

  /** Runs the script up to the first command after which a check fails. */
  static Optional<Failure> of(Script script, Coverage coverage) {
    return new Run(script, coverage).steps();
  }

  private Optional<Failure> steps() {
    for (int i = 0; i < script.intentions().size(); i++) {
      Findings findings = new Findings();
      Script.Intention intention = script.intentions().get(i);
      Command command = writer.write(intention);
      commands.add(command);
      try {
        step(intention, command, findings);
        if (i == script.intentions().size() - 1) {
          replicas.compareBytes(core, findings);
          Reads.check(core, findings);
        }
      } catch (RuntimeException | AssertionError | StackOverflowError e) {
        findings.that(false, Check.NO_EXCEPTION, () -> describe(e));
      }
      if (!findings.all().isEmpty()) {
        return Optional.of(new Failure(findings.all(), commands));
      }
    }
    return Optional.empty();
  }

  private void step(Script.Intention intention, Command command, Findings findings) {
    heldBytes = Math.max(heldBytes, core.limits().heldBytes());
    waitingBytes = Math.max(waitingBytes, core.limits().waitingBytes());
    List<WaitingRequest> away = model.away();
    Applied actual = core.apply(command);
    Applied expected = model.apply(command, actual.outcome());
    writer.observe(expected.events());
    compare(command, expected, actual, findings);
    coverage.count(actual, core);
    coverage.countReturn(away, actual.events(), core);
    ledger.check(command, actual.events(), core, findings);
    Invariants.check(core, findings);
    Invariants.memory(core, heldBytes, waitingBytes, findings);
    replicas.apply(command, actual, findings);
    if (intention.restores()) {
      replicas.restore(findings);
    }
    if (intention.comparesBytes()) {
      replicas.compareBytes(core, findings);
      Reads.check(core, findings);
    }
  }

  private void compare(Command command, Applied expected, Applied actual, Findings findings) {
    findings.equal(Check.OUTCOME, expected.outcome(), actual.outcome());
    if (model.refusedNow() && actual.outcome() instanceof Outcome.Deadlock named) {
      checkCycle(((Command.Numbered) command).request(), named, findings);
    }
    findings.equal(Check.STATE, model.ending(), StateProbe.ending(core));
    findings.equal(Check.EVENTS, expected.events(), actual.events());
    findings.equal(Check.EVENTS_AS_BYTES, actual.events(), packed.andBack(actual.events()));
    findings.equal(Check.STATE, model.revision(), core.revision());
    findings.equal(Check.STATE, model.holds(), core.holds());
    findings.equal(Check.STATE, model.waiting(), core.waiting());
    findings.equal(Check.STATE, model.sessions(), core.sessions());
  }

  /** A cycle is checked when it is named first; the model repeats it. */
  private void checkCycle(RequestId request, Outcome.Deadlock named, Findings findings) {
    Picture refused = model.refused();
    List<Outcome.Wait> cycle = named.cycle();
    findings.that(!cycle.isEmpty(), Check.CYCLE, () -> "an empty cycle");
    for (int i = 0; i < cycle.size(); i++) {
      Outcome.Wait link = cycle.get(i);
      Outcome.Wait next = cycle.get((i + 1) % cycle.size());
      findings.that(refused.has(link), Check.CYCLE, () -> "not true: " + link);
      findings.equal(Check.CYCLE, link.blockedByParty(), next.party());
      findings.equal(Check.CYCLE, link.blockedBy().session(), next.owner().session());
      findings.that(
          cycle.stream().filter(other -> isSameParty(other, link)).count() == 1,
          Check.CYCLE,
          () -> "twice in " + cycle + ": " + link.party());
    }
    boolean startsWithAsker =
        refused.waiting().stream()
            .anyMatch(
                asked ->
                    asked.request().equals(request)
                        && !cycle.isEmpty()
                        && asked.party().equals(cycle.get(0).party())
                        && asked.owner().session().equals(cycle.get(0).owner().session()));
    findings.that(startsWithAsker, Check.CYCLE, () -> "starts elsewhere: " + cycle);
  }

  private static boolean isSameParty(Outcome.Wait one, Outcome.Wait other) {
    return one.party().equals(other.party())
        && one.owner().session().equals(other.owner().session());
  }

  private static String describe(Throwable e) {
    StackTraceElement[] trace = e.getStackTrace();
    return trace.length == 0 ? e.toString() : e + " at " + trace[0];
  }
}
