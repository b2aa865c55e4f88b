package io.tenure.compare.system.hazelcast;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.tenure.compare.system.server.ClusterProbe;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks the members over HTTP, and reads their logs: only these name the leader.
 *
 * <p>A killed member has lost its state and restarts as a new member. The old one must be removed
 * from the CP subsystem, and the new one added.
 */
final class HazelcastProbe implements ClusterProbe {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final String CP = "/hazelcast/rest/cp-subsystem/";

  /** The member list of the group with the locks, as its leader logs it. */
  private static final Pattern LEADING =
      Pattern.compile(
          "\\{groupId: default\\(\\d+\\), size:\\d+, term:(\\d+),[^}]*\\} \\[\\R"
              + "(?:\\s*CPMember\\{.*\\R)*?\\s*CPMember\\{.*- LEADER this");

  private final List<String> addresses;
  private final List<Path> logs;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(LIMIT).build();

  HazelcastProbe(List<String> addresses, List<Path> logs) {
    this.addresses = addresses;
    this.logs = logs;
  }

  @Override
  public boolean isComplete() throws InterruptedException {
    for (String address : addresses) {
      if (get(address, "members/local").isEmpty()) {
        return false;
      }
    }
    return members().size() == addresses.size() && isGroupWhole();
  }

  /** The group does not exist before the first lock. */
  private boolean isGroupWhole() throws InterruptedException {
    Optional<String> group = get(addresses.get(0), "groups/default");
    return group.isEmpty()
        || JsonParser.parseString(group.get()).getAsJsonObject().getAsJsonArray("members").size()
            == addresses.size();
  }

  @Override
  public void readmit() throws IOException, InterruptedException {
    for (String address : addresses) {
      awaitAnswer(address);
    }
    for (String address : addresses) {
      if (get(address, "members/local").isEmpty()) {
        String former = members().get(address);
        if (former != null) {
          post(otherThan(address), "members/" + former + "/remove");
        }
        post(address, "members");
      }
    }
  }

  /** A member answers when it has joined the cluster. */
  private void awaitAnswer(String address) throws IOException, InterruptedException {
    long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (get(address, "members").isEmpty()) {
      if (System.nanoTime() > end) {
        throw new IOException(address + " does not answer");
      }
      Thread.sleep(100);
    }
  }

  private String otherThan(String address) {
    return addresses.stream().filter(other -> !other.equals(address)).findFirst().orElseThrow();
  }

  /** The ids of the members of the CP subsystem, by address. */
  private Map<String, String> members() throws InterruptedException {
    Map<String, String> ids = new TreeMap<>();
    JsonArray members =
        JsonParser.parseString(get(addresses.get(0), "members").orElse("[]")).getAsJsonArray();
    for (JsonElement each : members) {
      JsonObject member = each.getAsJsonObject();
      String address = member.get("address").getAsString().replace("[", "").replace("]", "");
      ids.put(address, member.get("uuid").getAsString());
    }
    return ids;
  }

  /** A term has at most one leader, so the leader of the last term leads now, if any does. */
  @Override
  public OptionalInt leader() throws IOException {
    long lastTerm = -1;
    OptionalInt leader = OptionalInt.empty();
    for (int node = 0; node < logs.size(); node++) {
      String log = new String(Files.readAllBytes(logs.get(node)), StandardCharsets.UTF_8);
      for (Matcher found = LEADING.matcher(log); found.find(); ) {
        long term = Long.parseLong(found.group(1));
        if (term > lastTerm) {
          lastTerm = term;
          leader = OptionalInt.of(node);
        }
      }
    }
    return leader;
  }

  /** Empty if there is no answer, or an error. */
  private Optional<String> get(String address, String what) throws InterruptedException {
    try {
      HttpResponse<String> response =
          http.send(request(address, what).GET().build(), BodyHandlers.ofString());
      return response.statusCode() == 200 && !response.body().isBlank()
          ? Optional.of(response.body())
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private void post(String address, String what) throws IOException, InterruptedException {
    HttpRequest request =
        request(address, what).POST(BodyPublishers.ofString(HazelcastSystem.CLUSTER + "&")).build();
    HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException(
          what + " at " + address + ": " + response.statusCode() + " " + response.body());
    }
  }

  private static HttpRequest.Builder request(String address, String what) {
    return HttpRequest.newBuilder(URI.create("http://" + address + CP + what)).timeout(LIMIT);
  }
}
