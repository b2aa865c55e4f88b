package io.tenure.simulation.stage;

import io.tenure.core.Applied;
import io.tenure.core.model.Command;
import io.tenure.core.model.Event;
import io.tenure.core.model.Event.EndCause;
import io.tenure.core.model.Event.GrantCause;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.SessionId;
import io.tenure.simulation.world.Node;
import io.tenure.simulation.world.Trace;
import io.tenure.simulation.world.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Writes down what really happened, for the last line of a story. Owners go by their label, which
 * in a story is the name of the client; times are the world's.
 */
public final class Chronicle implements Trace {
  /** A request was granted by the service. */
  public record Grant(long time, Hold hold) {
    public String owner() {
      return hold.owner().label();
    }

    long token() {
      return hold.token();
    }
  }

  /** A hold ended at the service. */
  public record End(long time, Hold hold, EndCause cause) {
    String owner() {
      return hold.owner().label();
    }
  }

  /** A client stopped calling itself holder. */
  public record HoldLoss(long time, String client, long token) {}

  /** A resource decided about a write. */
  public record Ruling(String client, long token, boolean accepted) {}

  /** The service answered a command. */
  public record Answer(long time, Outcome outcome) {}

  private final World world;
  private final List<Grant> grants = new ArrayList<>();
  private final List<End> ends = new ArrayList<>();
  private final List<String> arrivals = new ArrayList<>();
  private final List<Ruling> rulings = new ArrayList<>();
  private final List<HoldLoss> doubts = new ArrayList<>();
  private final List<Answer> answers = new ArrayList<>();
  private final List<Node> leaders = new ArrayList<>();
  private final Map<SessionId, Long> signsOfLife = new HashMap<>();

  /** Who calls itself holder at present, and every company in which it ever did. */
  private final Set<String> believers = new TreeSet<>();

  private final Set<Set<String>> companies = new LinkedHashSet<>();

  Chronicle(World world) {
    this.world = world;
  }

  /** All grants, in their order. */
  public List<Grant> grants() {
    return grants;
  }

  public List<Grant> grantsTo(String owner) {
    return grants.stream().filter(grant -> grant.owner().equals(owner)).toList();
  }

  /** The tokens of all grants, in their order. */
  public List<Long> tokens() {
    return grants.stream().map(Grant::token).toList();
  }

  /** Whether every grant had a greater token than all before it. */
  public boolean tokensGrew() {
    for (int i = 1; i < grants.size(); i++) {
      if (grants.get(i).token() <= grants.get(i - 1).token()) {
        return false;
      }
    }
    return true;
  }

  /** Who was granted something, in the order of the grants. */
  public List<String> served() {
    return grants.stream().map(Grant::owner).toList();
  }

  /** Who asked, in the order in which the service heard it. */
  public List<String> arrivals() {
    return arrivals;
  }

  /** How this owner's first hold ended, if it did. */
  public Optional<End> endOf(String owner) {
    return ends.stream().filter(end -> end.owner().equals(owner)).findFirst();
  }

  public List<Ruling> rulings() {
    return rulings;
  }

  public List<HoldLoss> doubts() {
    return doubts;
  }

  public List<Answer> answers() {
    return answers;
  }

  /** Every server that was elected, in order. */
  public List<Node> leaders() {
    return leaders;
  }

  /** When the service last heard of a session. */
  public long lastSignOfLife(SessionId session) {
    return signsOfLife.getOrDefault(session, 0L);
  }

  public boolean calledThemselvesHoldersTogether(String one, String another) {
    return companies.stream().anyMatch(company -> company.containsAll(Set.of(one, another)));
  }

  /** Whether nobody ever called itself holder while somebody else did. */
  public boolean oneHolderAtATime() {
    return companies.stream().allMatch(company -> company.size() == 1);
  }

  public boolean callsItselfHolder(String client) {
    return believers.contains(client);
  }

  @Override
  public void happened(Node server, Event event) {
    if (event instanceof Event.Granted granted) {
      grants.add(new Grant(world.now(), granted.hold()));
      if (granted.cause() == GrantCause.ASKED) {
        arrivals.add(granted.hold().owner().label());
      }
    } else if (event instanceof Event.Queued queued) {
      arrivals.add(queued.request().owner().label());
    } else if (event instanceof Event.Released released) {
      ends.add(new End(world.now(), released.hold(), released.cause()));
    }
  }

  @Override
  public void committed(Node server, long index, Command command, Applied applied) {
    answers.add(new Answer(world.now(), applied.outcome()));
    if (applied.outcome() instanceof Outcome.SessionOpened opened) {
      signsOfLife.put(opened.session(), world.now());
    }
  }

  @Override
  public void keepAliveAcknowledged(Node server, SessionId session, long receivedAt) {
    signsOfLife.merge(session, receivedAt, Math::max);
  }

  @Override
  public void elected(Node server, long term) {
    leaders.add(server);
  }

  @Override
  public void becameHolder(Node client, Hold hold) {
    believers.add(client.name());
    companies.add(Set.copyOf(believers));
  }

  @Override
  public void believesNoMore(Node client, Hold hold) {
    believers.remove(client.name());
    doubts.add(new HoldLoss(world.now(), client.name(), hold.token()));
  }

  @Override
  public void writeAccepted(Node resource, Node client, Hold hold) {
    rulings.add(new Ruling(client.name(), hold.token(), true));
  }

  @Override
  public void writeRejected(Node resource, Node client, Hold hold, long highestSeen) {
    rulings.add(new Ruling(client.name(), hold.token(), false));
  }
}
