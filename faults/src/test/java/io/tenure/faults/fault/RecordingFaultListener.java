package io.tenure.faults.fault;

import io.tenure.faults.history.Entry;
import java.util.ArrayList;
import java.util.List;

/** Remembers all that it hears. */
final class RecordingFaultListener implements FaultListener {
  final List<String> begun = new ArrayList<>();
  final List<String> skipped = new ArrayList<>();
  final List<Entry.Fault> faults = new ArrayList<>();
  final List<Entry.Calm> calms = new ArrayList<>();
  int calmsBegun;

  @Override
  public void began(String kind, String what, long nanos) {
    begun.add(kind);
  }

  @Override
  public void ended(Entry.Fault fault) {
    faults.add(fault);
  }

  @Override
  public void skipped(Entry.Skipped fault) {
    skipped.add(fault.kind() + ": " + fault.why());
  }

  @Override
  public void calmBegan(long nanos) {
    calmsBegun++;
  }

  @Override
  public void calmEnded(Entry.Calm calm) {
    calms.add(calm);
  }
}
