package io.tenure.protocol;

import com.google.protobuf.DescriptorProtos.DescriptorProto.ReservedRange;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto.EnumReservedRange;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What clients and servers of different versions rely on: the messages, enums and services of the
 * .proto files, as lines of text.
 *
 * <pre>{@code
 * message tenure.v1.Hello
 *   1 follows_hints: bool
 *   reserved 2
 * enum tenure.v1.Scope
 *   0 SCOPE_UNSPECIFIED
 * service tenure.v1.Admin
 *   Status: tenure.v1.StatusRequest -> tenure.v1.StatusReply
 * }</pre>
 *
 * @param types each message, enum and service with its lines by their first word: a number, a name,
 *     or {@code reserved NUMBER}
 */
record Contract(Map<String, Map<String, String>> types) {
  private static final String INDENT = "  ";
  private static final String RESERVED = "reserved ";

  /** What differs between two contracts. */
  record Changes(List<String> incompatible, List<String> compatible) {
    boolean isEmpty() {
      return incompatible.isEmpty() && compatible.isEmpty();
    }
  }

  static Contract of(List<FileDescriptor> files) {
    Map<String, Map<String, String>> types = new TreeMap<>();
    for (FileDescriptor file : files) {
      file.getMessageTypes().forEach(message -> add(message, types));
      file.getEnumTypes().forEach(type -> add(type, types));
      file.getServices().forEach(service -> add(service, types));
    }
    return new Contract(types);
  }

  static Contract parse(List<String> lines) {
    Map<String, Map<String, String>> types = new TreeMap<>();
    Map<String, String> members = entries();
    for (String line : lines) {
      if (line.startsWith(INDENT)) {
        String[] parts = split(line.substring(INDENT.length()));
        members.put(parts[0], parts[1]);
      } else if (!line.isBlank() && !line.startsWith("#")) {
        members = types.computeIfAbsent(line, name -> entries());
      }
    }
    return new Contract(types);
  }

  private static String[] split(String line) {
    int from = line.startsWith(RESERVED) ? RESERVED.length() : 0;
    int end = line.indexOf(' ', from);
    return end < 0
        ? new String[] {line, ""}
        : new String[] {line.substring(0, end), line.substring(end + 1)};
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    types.forEach(
        (type, members) -> {
          lines.add(type);
          members.forEach((key, rest) -> lines.add((INDENT + key + " " + rest).stripTrailing()));
        });
    return lines;
  }

  /** What has changed from this contract to a newer one. */
  Changes changesTo(Contract newer) {
    Changes changes = new Changes(new ArrayList<>(), new ArrayList<>());
    types.forEach(
        (type, members) -> {
          Map<String, String> left = newer.types.get(type);
          if (left == null) {
            changes.incompatible.add("removed: " + type);
          } else {
            members.forEach((key, rest) -> compare(type, key, rest, left, changes));
          }
        });
    newer.types.forEach(
        (type, members) -> {
          Map<String, String> before = types.getOrDefault(type, Map.of());
          if (!types.containsKey(type)) {
            changes.compatible.add("added: " + type);
          }
          members.forEach(
              (key, rest) -> {
                if (!before.containsKey(key)) {
                  changes.compatible.add("added: " + named(type, key, rest));
                }
              });
        });
    return changes;
  }

  private static void compare(
      String type, String key, String rest, Map<String, String> newer, Changes changes) {
    String now = newer.get(key);
    String was = named(type, key, rest);
    if (rest.equals(now)) {
      return;
    } else if (now == null && newer.containsKey(RESERVED + key)) {
      changes.compatible.add("removed, and its number is reserved: " + was);
    } else if (now == null) {
      boolean isMethod = type.startsWith("service");
      changes.incompatible.add(
          (isMethod ? "removed: " : "removed or renumbered without `reserved`: ") + was);
    } else if (type.startsWith("message") && typeOf(rest).equals(typeOf(now))) {
      changes.compatible.add("renamed, with the same number and type: " + was + " is now " + now);
    } else {
      changes.incompatible.add("changed: " + was + " is now " + now);
    }
  }

  private static String named(String type, String key, String rest) {
    return (type + ": " + key + " " + rest).stripTrailing();
  }

  /** A field's line without its name. */
  private static String typeOf(String field) {
    return field.substring(field.indexOf(':') + 1);
  }

  private static void add(Descriptor message, Map<String, Map<String, String>> types) {
    Map<String, String> members = entries();
    for (FieldDescriptor field : message.getFields()) {
      members.put(
          String.valueOf(field.getNumber()), field.getName() + ": " + label(field) + type(field));
    }
    for (ReservedRange range : message.toProto().getReservedRangeList()) {
      reserve(range.getStart(), range.getEnd() - 1, members);
    }
    types.put("message " + message.getFullName(), members);
    message.getNestedTypes().forEach(nested -> add(nested, types));
    message.getEnumTypes().forEach(nested -> add(nested, types));
  }

  private static String label(FieldDescriptor field) {
    OneofDescriptor oneof = field.getRealContainingOneof();
    if (oneof != null) {
      return "oneof " + oneof.getName() + " ";
    }
    return field.isRepeated()
        ? "repeated "
        : field.toProto().getProto3Optional() ? "optional " : "";
  }

  private static String type(FieldDescriptor field) {
    return switch (field.getJavaType()) {
      case MESSAGE -> field.getMessageType().getFullName();
      case ENUM -> field.getEnumType().getFullName();
      default -> field.getType().name().toLowerCase(Locale.ROOT);
    };
  }

  private static void add(EnumDescriptor type, Map<String, Map<String, String>> types) {
    Map<String, String> members = entries();
    for (EnumValueDescriptor value : type.getValues()) {
      members.merge(String.valueOf(value.getNumber()), value.getName(), (a, b) -> a + " " + b);
    }
    for (EnumReservedRange range : type.toProto().getReservedRangeList()) {
      reserve(range.getStart(), range.getEnd(), members);
    }
    types.put("enum " + type.getFullName(), members);
  }

  private static void add(ServiceDescriptor service, Map<String, Map<String, String>> types) {
    Map<String, String> members = entries();
    for (MethodDescriptor method : service.getMethods()) {
      String in =
          (method.isClientStreaming() ? "stream " : "") + method.getInputType().getFullName();
      String out =
          (method.isServerStreaming() ? "stream " : "") + method.getOutputType().getFullName();
      members.put(method.getName() + ":", in + " -> " + out);
    }
    types.put("service " + service.getFullName(), members);
  }

  private static void reserve(int first, int last, Map<String, String> members) {
    for (int number = first; number <= last; number++) {
      members.put(RESERVED + number, "");
    }
  }

  /** By number, then by name. */
  private static Map<String, String> entries() {
    return new TreeMap<>(Comparator.comparingInt(Contract::number).thenComparing(key -> key));
  }

  private static int number(String key) {
    String digits = key.startsWith(RESERVED) ? key.substring(RESERVED.length()) : key;
    boolean isNumber = digits.chars().allMatch(Character::isDigit);
    return isNumber ? Integer.parseInt(digits) : 0;
  }
}
