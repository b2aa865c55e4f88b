package io.tenure.cli.terminal;

import io.tenure.client.LockEvent;
import io.tenure.client.Target;
import io.tenure.client.admin.Member;
import io.tenure.client.admin.SessionView;
import io.tenure.client.view.HoldView;
import io.tenure.client.view.KeyView;
import io.tenure.client.view.WaiterView;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes JSON, with the field names of the protocol. */
public final class Json {
  private Json() {}

  /** An object of these names and values, in this order. */
  public static Map<String, Object> object(Object... namesAndValues) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      object.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return object;
  }

  /** Writes a map, list, number, boolean or text on one line. */
  public static String write(Object value) {
    if (value instanceof Map<?, ?> object) {
      return object.entrySet().stream()
          .map(field -> quote(String.valueOf(field.getKey())) + ":" + write(field.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    } else if (value instanceof List<?> list) {
      return list.stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
    } else if (value instanceof Number || value instanceof Boolean) {
      return value.toString();
    }
    return quote(value.toString());
  }

  private static String quote(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.chars()
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                quoted.append('\\').append((char) c);
              } else if (c < ' ' || c == 0x7f) {
                quoted.append(String.format("\\u%04x", c));
              } else {
                quoted.append((char) c);
              }
            });
    return quoted.append('"').toString();
  }

  public static Map<String, Object> of(KeyView view) {
    return object(
        "key", view.key(),
        "revision", view.revision(),
        "holds", view.holds().stream().map(Json::of).toList(),
        "holding", view.holding(),
        "waiters", view.waiters().stream().map(Json::of).toList(),
        "waiting", view.waiting());
  }

  public static Map<String, Object> of(HoldView hold) {
    Map<String, Object> object =
        object(
            "token", hold.token(),
            "session", hold.session(),
            "owner", hold.owner(),
            "client_name", hold.clientName(),
            "targets", hold.targets().stream().map(Json::of).toList(),
            "value", hold.value());
    hold.remaining().ifPresent(remaining -> object.put("remaining_ms", remaining.toMillis()));
    return object;
  }

  private static Map<String, Object> of(WaiterView waiter) {
    return object(
        "session", waiter.session(),
        "owner", waiter.owner(),
        "client_name", waiter.clientName(),
        "targets", waiter.targets().stream().map(Json::of).toList(),
        "waiting_ms", waiter.waiting().toMillis());
  }

  private static Map<String, Object> of(Target target) {
    Map<String, Object> object =
        object("key", target.key(), "mode", target.mode(), "scope", target.scope());
    if (target.limit() > 0) {
      object.put("limit", target.limit());
    }
    return object;
  }

  public static Map<String, Object> of(SessionView session) {
    Map<String, Object> object =
        object(
            "session", session.session(),
            "client_name", session.clientName(),
            "ttl_ms", session.ttl().toMillis(),
            "holds", session.holds(),
            "waiting", session.waiting());
    session.remaining().ifPresent(remaining -> object.put("remaining_ms", remaining.toMillis()));
    return object;
  }

  public static Map<String, Object> of(Member member) {
    return object(
        "node", member.node(),
        "address", member.address(),
        "raft_address", member.raftAddress());
  }

  public static Map<String, Object> of(LockEvent event) {
    return object(
        "revision", event.revision(),
        "kind", event.kind(),
        "targets", event.targets().stream().map(Json::of).toList(),
        "token", event.token(),
        "session", event.session(),
        "owner", event.owner(),
        "cause", event.cause(),
        "value", event.value());
  }
}
