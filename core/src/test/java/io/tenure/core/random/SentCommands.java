package io.tenure.core.random;

import io.tenure.core.model.Command;
import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Command.ConvertHold;
import io.tenure.core.model.Command.ReleaseLock;
import io.tenure.core.model.Command.SetValue;
import io.tenure.core.model.Command.StandAside;
import io.tenure.core.model.Command.WithdrawRequest;
import io.tenure.core.model.Event;
import io.tenure.core.model.OwnerId;
import io.tenure.core.model.RequestId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** The numbered commands sent so far, to repeat them or to reuse their numbers. */
final class SentCommands {
  private final List<Command.Numbered> sent = new ArrayList<>();
  private final Set<RequestId> queued = new HashSet<>();
  private final List<RequestId> upgradesThatWaited = new ArrayList<>();

  void add(Command.Numbered command) {
    sent.add(command);
  }

  boolean isEmpty() {
    return sent.isEmpty();
  }

  void observe(Event event) {
    if (event instanceof Event.Queued waits) {
      queued.add(waits.request().request());
    } else if (event instanceof Event.Granted granted
        && granted.replaced() > 0
        && queued.contains(granted.answered())) {
      upgradesThatWaited.add(granted.answered());
    }
  }

  /** Mostly a recent one, whose answer is still remembered; or an upgrade that waited. */
  Command.Numbered earlier(SplittableRandom random) {
    if (!upgradesThatWaited.isEmpty() && random.nextInt(100) < 20) {
      RequestId upgrade = pick(lastOf(upgradesThatWaited, 4), random);
      return pick(sent.stream().filter(old -> old.request().equals(upgrade)).toList(), random);
    }
    return pick(random.nextInt(100) < 75 ? lastOf(sent, 12) : sent, random);
  }

  private static <T> List<T> lastOf(List<T> list, int count) {
    return list.subList(Math.max(0, list.size() - count), list.size());
  }

  private static <T> T pick(List<T> list, SplittableRandom random) {
    return list.get(random.nextInt(list.size()));
  }

  static Command.Numbered renumbered(
      Command.Numbered command, RequestId request, long acknowledged) {
    if (command instanceof AcquireLock old) {
      return new AcquireLock(
          request,
          acknowledged,
          old.isFresh() ? "" : old.owner(),
          old.party().startsWith(OwnerId.FRESH) ? "" : old.party(),
          old.targets(),
          old.mayWait(),
          old.value());
    } else if (command instanceof ConvertHold old) {
      return new ConvertHold(request, acknowledged, old.token(), old.mode(), old.mayWait());
    } else if (command instanceof ReleaseLock old) {
      return new ReleaseLock(request, acknowledged, old.token());
    } else if (command instanceof SetValue old) {
      return new SetValue(request, acknowledged, old.token(), old.value());
    } else if (command instanceof StandAside) {
      return new StandAside(request);
    }
    return new WithdrawRequest(request, acknowledged, ((WithdrawRequest) command).giveBack());
  }
}
