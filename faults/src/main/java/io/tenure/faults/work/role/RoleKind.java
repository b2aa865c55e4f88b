package io.tenure.faults.work.role;

import io.tenure.client.Tenure;
import io.tenure.faults.work.ClientContext;
import io.tenure.faults.work.Keyspace.Taste;
import io.tenure.faults.work.Sessions;
import io.tenure.faults.work.plain.PlainCalls;
import io.tenure.faults.work.role.LockingRole.Manner;

/** The roles that there are. Clients of a run are dealt them in turn, so that none is left out. */
public enum RoleKind {
  HOT,
  HOT_ASYNC,
  IMPATIENT,
  OWN,
  OWN_ASYNC,
  SHARED,
  SHARED_ASYNC,
  PERMIT,
  SUBTREE,
  SEVERAL,
  LONG,
  NESTED,
  VISITOR,
  ELECTION,
  CANDIDACY,
  PLAIN,
  IMPLICIT,
  KEEPING,
  HOLDER,
  ABANDONING;

  /** By what a role reaches the service. */
  public record Means(Tenure tenure, PlainCalls calls) {}

  public Role make(ClientContext self, Means means) {
    Sessions sessions = new Sessions(means.tenure(), self.random());
    return switch (this) {
      case HOT -> new LockingRole(self, Taste.HOT, Manner.BLOCKING, sessions);
      case HOT_ASYNC -> new LockingRole(self, Taste.HOT, Manner.ASYNC, sessions);
      case IMPATIENT -> new LockingRole(self, Taste.HOT, Manner.IMPATIENT, sessions);
      case OWN -> new LockingRole(self, Taste.OWN, Manner.BLOCKING, sessions);
      case OWN_ASYNC -> new LockingRole(self, Taste.OWN, Manner.ASYNC, sessions);
      case SHARED -> new LockingRole(self, Taste.SHARED, Manner.BLOCKING, sessions);
      case SHARED_ASYNC -> new LockingRole(self, Taste.SHARED, Manner.ASYNC, sessions);
      case PERMIT -> new LockingRole(self, Taste.PERMIT, Manner.BLOCKING, sessions);
      case SUBTREE -> new LockingRole(self, Taste.SUBTREE, Manner.BLOCKING, sessions);
      case SEVERAL -> new LockingRole(self, Taste.SEVERAL, Manner.BLOCKING, sessions);
      case LONG -> new LockingRole(self, Taste.KEPT, Manner.LONG, sessions);
      case NESTED -> new NestedRole(self, sessions);
      case VISITOR -> new VisitorRole(self, sessions);
      case ELECTION -> new ElectionRole(self, means.tenure());
      case CANDIDACY -> new CandidacyRole(self, means.tenure());
      case PLAIN -> new PlainRole(self, means.calls());
      case IMPLICIT -> new ImplicitRole(self, means.calls());
      case KEEPING -> new KeepingRole(self, means.calls());
      case HOLDER -> new HoldingRole(self, means.tenure());
      case ABANDONING -> new AbandoningRole(self, means.calls());
    };
  }
}
