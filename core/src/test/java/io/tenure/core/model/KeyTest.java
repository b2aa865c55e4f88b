package io.tenure.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a key may be, and how keys stand to each other. */
final class KeyTest {

  @Test
  void keyHasUpToSixteenSegments() {
    assertAccepted("/a");
    assertAccepted("/s".repeat(16));

    assertRefused("/s".repeat(17), "key: \"" + "/s".repeat(17) + "\" (expected: 1 to 16 segments)");
  }

  @Test
  void keyHasUpTo512Bytes() {
    assertAccepted("/x");
    assertAccepted("/" + "x".repeat(511));

    assertRefused("/" + "x".repeat(512), "key: 513 bytes (expected: 2 to 512 bytes)");
    assertRefused("", "key: 0 bytes (expected: 2 to 512 bytes)");
    assertRefused("/", "key: 1 bytes (expected: 2 to 512 bytes)");
  }

  @Test
  void bytesAreCountedInUtf8() {
    String twoBytes = "ü";
    String threeBytes = "€";
    String fourBytes = "😀";

    assertAccepted("/x" + twoBytes.repeat(255));
    assertAccepted("/x" + threeBytes.repeat(170));
    assertAccepted("/xyz" + fourBytes.repeat(127));

    assertRefused("/xy" + twoBytes.repeat(255), "key: 513 bytes (expected: 2 to 512 bytes)");
    assertRefused("/xy" + threeBytes.repeat(170), "key: 513 bytes (expected: 2 to 512 bytes)");
    assertRefused("/wxyz" + fourBytes.repeat(127), "key: 513 bytes (expected: 2 to 512 bytes)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a/", "//", "//a", "/a//b", "/.", "/..", "/a/.", "/a/../b"})
  void emptyAndDotSegmentsAreRefused(String path) {
    assertRefused(path, "key: \"" + path + "\" (expected: no empty, \".\" or \"..\" segment)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/...", "/.a", "/a.", "/ ", "/a b", "/ä/€/😀", "/a\\b", "/\u00a0"})
  void everythingElseIsASegment(String path) {
    assertAccepted(path);
  }

  @Test
  void keyStartsWithASlash() {
    assertRefused("billing", "key: \"billing\" (expected: a path that starts with /)");
  }

  @Test
  void controlCharactersAreRefused() {
    assertRefused("/a\u0000", invalid("/a\\u0000"));
    assertRefused("/a\nb", invalid("/a\\u000ab"));
    assertRefused("/\u007f", invalid("/\\u007f"));
    assertRefused("/\u0085", invalid("/\\u0085"));
  }

  @Test
  void loneSurrogatesAreRefused() {
    assertRefused("/\ud83d", invalid("/\\ud83d"));
    assertRefused("/\ud83dx", invalid("/\\ud83dx"));
    assertRefused("/\ude00", invalid("/\\ude00"));
    assertRefused("/\ude00\ud83d", invalid("/\\ude00\\ud83d"));
  }

  @Test
  void longKeyIsCutInTheMessage() {
    assertRefused(
        "/" + "x".repeat(100) + "/",
        "key: \"/" + "x".repeat(63) + "…\" (expected: no empty, \".\" or \"..\" segment)");
  }

  @Test
  void ancestryGoesBySegments() {
    Key key = Key.of("/a/b");

    assertThat(key.isAncestorOf(Key.of("/a/b/c"))).isTrue();
    assertThat(key.isAncestorOf(Key.of("/a/b/c/d"))).isTrue();
    assertThat(key.isAncestorOf(Key.of("/a/b"))).isFalse();
    assertThat(key.isAncestorOf(Key.of("/a/bc"))).isFalse();
    assertThat(key.isAncestorOf(Key.of("/a"))).isFalse();
    assertThat(key.isAncestorOf(Key.of("/a/c/b/d"))).isFalse();
  }

  @Test
  void orderKeepsASubtreeTogether() {
    // As plain text "/a-b" would come between "/a" and "/a/b".
    Key[] inOrder = {Key.of("/a"), Key.of("/a/b"), Key.of("/a/b/c"), Key.of("/a-b"), Key.of("/b")};

    assertThat(
            List.of(inOrder[3], inOrder[2], inOrder[4], inOrder[0], inOrder[1]).stream().sorted())
        .containsExactly(inOrder);
  }

  @Test
  void keysAreComparedAsTextWithoutNormalising() {
    assertThat(Key.of("/caf\u00e9")).isNotEqualTo(Key.of("/cafe\u0301"));
    assertThat(Key.of("/a")).isNotEqualTo(Key.of("/A"));
    assertThat(Key.of("/a/b")).isEqualTo(Key.of("/a/b")).hasSameHashCodeAs(Key.of("/a/b"));
  }

  private static String invalid(String shown) {
    return "key: \"" + shown + "\" (expected: valid text without control characters)";
  }

  private static void assertAccepted(String path) {
    assertThat(Key.of(path).path()).isEqualTo(path);
  }

  private static void assertRefused(String path, String message) {
    assertThatThrownBy(() -> Key.of(path))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }
}
