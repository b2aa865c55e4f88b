package io.tenure.fencing;

import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Checks arguments. Tokens and resource names have the limits of the lock service. */
final class Limits {
  /** The greatest integer that is exact in a double, and so in JSON. */
  static final long MAX_TOKEN = (1L << 53) - 1;

  /** The limit of keys in the lock service, so that any key can be a resource name. */
  static final int MAX_RESOURCE_BYTES = 512;

  /** The length is PostgreSQL's limit: it truncates longer names without an error. */
  private static final Pattern TABLE =
      Pattern.compile("(?:[A-Za-z_][A-Za-z0-9_]{0,62}\\.)?[A-Za-z_][A-Za-z0-9_]{0,62}");

  private Limits() {}

  static void requireToken(long token) {
    if (token < 1 || token > MAX_TOKEN) {
      throw new IllegalArgumentException("token: " + token + " (expected: 1 to " + MAX_TOKEN + ")");
    }
  }

  /**
   * Refuses lone surrogates and control characters too: databases replace or reject some of them,
   * and two resources must not become one.
   */
  static void requireResource(String resource) {
    int bytes = utf8Length(resource);
    if (bytes < 0 || resource.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "resource: \"" + resource + "\" (expected: valid text without control characters)");
    }
    if (bytes < 1 || bytes > MAX_RESOURCE_BYTES) {
      throw new IllegalArgumentException(
          "resource: " + bytes + " bytes (expected: 1 to " + MAX_RESOURCE_BYTES + " bytes)");
    }
  }

  /** The name becomes part of SQL text: nothing but a plain name passes. */
  static void requireTable(String table) {
    if (!TABLE.matcher(table).matches()) {
      throw new IllegalArgumentException(
          "table: \""
              + table
              + "\" (expected: NAME or SCHEMA.NAME, each of 1 to 63 letters, digits and"
              + " underscores, not starting with a digit)");
    }
  }

  private static int utf8Length(String text) {
    try {
      return StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text)).remaining();
    } catch (CharacterCodingException loneSurrogate) {
      return -1;
    }
  }
}
