package io.tenure.faults.work;

import io.tenure.client.Scope;
import io.tenure.client.Target;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Which keys are used. All keys of a shard are below one first segment, so that a watch of that
 * subtree shows everything that happens in the shard: nobody can watch "/" where there is more than
 * one.
 *
 * @param shards how many there are, 1 to 10
 */
public record Keyspace(int shards) {
  static final int PERMITS = 2;

  private static final int HOT_KEYS = 2;
  private static final int OWN_KEYS = 50;
  private static final int SHARED_KEYS = 2;
  private static final int SEVERAL_KEYS = 6;
  private static final int KEPT_KEYS = 12;
  private static final int HELD_KEYS = 6;
  private static final List<String> LEAVES = List.of("a", "b", "c");
  private static final List<Taste> COMMON =
      Arrays.stream(Taste.values()).filter(taste -> taste != Taste.OWN).toList();

  public Keyspace {
    if (shards < 1 || shards > 10) {
      throw new IllegalArgumentException("shards: " + shards + " (expected: 1 to 10)");
    }
  }

  /** What to tell the servers, as {@code --shards}. */
  public String setting() {
    return IntStream.range(0, shards)
        .mapToObj(shard -> top(shard) + ":" + (shard == 0 ? "" : top(shard)))
        .collect(Collectors.joining(","));
  }

  /** What to watch, as a subtree, to see everything in a shard. */
  public String watched(int shard) {
    return shards == 1 ? "/" : "/" + top(shard);
  }

  private static String top(int shard) {
    return "s" + shard;
  }

  String key(int shard, String... segments) {
    return "/" + top(shard) + "/" + String.join("/", segments);
  }

  /** What clients want of the keys. */
  public enum Taste {
    /** One of few keys that many want. */
    HOT,
    /** One of many keys that nobody else wants. */
    OWN,
    /** To read, mostly, and sometimes to write. */
    SHARED,
    PERMIT,
    /** A whole subtree, or a key in it. */
    SUBTREE,
    SEVERAL,
    /** One of some keys that are held for long. */
    KEPT
  }

  /** What a client with this taste asks for next. */
  public List<Target> choose(Taste taste, int shard, String client, Random random) {
    return switch (taste) {
      case HOT -> List.of(Target.exclusive(numbered(shard, "hot", random.nextInt(HOT_KEYS))));
      case OWN ->
          List.of(
              Target.exclusive(
                  key(shard, "own", client, Integer.toString(random.nextInt(OWN_KEYS)))));
      case SHARED -> {
        String key = numbered(shard, "shared", random.nextInt(SHARED_KEYS));
        yield List.of(random.nextInt(4) == 0 ? Target.exclusive(key) : Target.shared(key));
      }
      case PERMIT -> List.of(Target.permit(key(shard, "permits"), PERMITS));
      case SUBTREE -> List.of(inTree(shard, random));
      case SEVERAL -> several(shard, random);
      case KEPT -> List.of(Target.exclusive(numbered(shard, "kept", random.nextInt(KEPT_KEYS))));
    };
  }

  private String numbered(int shard, String kind, int number) {
    return key(shard, kind, Integer.toString(number));
  }

  private Target inTree(int shard, Random random) {
    if (random.nextInt(4) == 0) {
      return Target.exclusive(key(shard, "tree")).subtree();
    }
    return Target.exclusive(key(shard, "tree", LEAVES.get(random.nextInt(LEAVES.size()))));
  }

  private List<Target> several(int shard, Random random) {
    List<Integer> numbers = new ArrayList<>(IntStream.range(0, SEVERAL_KEYS).boxed().toList());
    Collections.shuffle(numbers, random);
    return numbers.subList(0, 2 + random.nextInt(3)).stream()
        .map(number -> Target.exclusive(numbered(shard, "several", number)))
        .toList();
  }

  /** Keys that are asked for one after the other, so that those who do may wait in a circle. */
  public List<Target> nested(int shard, Random random) {
    return several(shard, random).subList(0, 2);
  }

  /** Keys that somebody always holds, and others always wait for. */
  public List<String> held(int shard) {
    return IntStream.range(0, HELD_KEYS)
        .mapToObj(number -> numbered(shard, "held", number))
        .toList();
  }

  /** Keys that everybody wants, and so have been granted again and again. */
  List<String> popular(int shard) {
    List<String> keys = new ArrayList<>(held(shard));
    IntStream.range(0, HOT_KEYS).forEach(number -> keys.add(numbered(shard, "hot", number)));
    return keys;
  }

  /** A key that many want, some of them for a tree that it is in. */
  public String wanted(int shard, Random random) {
    Taste taste = COMMON.get(random.nextInt(COMMON.size()));
    return random.nextInt(COMMON.size() + 1) == 0
        ? election(shard)
        : choose(taste, shard, "", random).get(0).key();
  }

  public String election(int shard) {
    return key(shard, "election");
  }

  public String candidacy(int shard) {
    return key(shard, "candidacy");
  }

  /** A key whose resource somebody may use who holds this. */
  public static String usable(Target held, Random random) {
    return held.scope() == Scope.SUBTREE
        ? held.key() + "/" + LEAVES.get(random.nextInt(LEAVES.size()))
        : held.key();
  }
}
