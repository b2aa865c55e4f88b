package io.tenure.core.scenario;

import io.tenure.core.model.Value;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Values as words: text where it reads as text, otherwise {@code 0x} and hexadecimal digits. */
final class ValueText {
  private static final String HEX = "0x";

  private ValueText() {}

  static Value parse(String word) {
    if (!word.startsWith(HEX)) {
      return Value.of(Words.unquote(word));
    }
    try {
      return Value.of(HexFormat.of().parseHex(word.substring(HEX.length())));
    } catch (IllegalArgumentException e) {
      throw Words.refused(word, "0x and pairs of hexadecimal digits, at most 4096 of them");
    }
  }

  static String format(Value value) {
    byte[] bytes = value.bytes();
    try {
      // A new decoder, unlike a new String, refuses what is not UTF-8.
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      if (text.chars().noneMatch(Character::isISOControl)) {
        String word = Words.quote(text);
        return word.startsWith(HEX) ? '"' + word + '"' : word;
      }
    } catch (CharacterCodingException e) {
      // Not text, so it is written as what it is.
    }
    return HEX + HexFormat.of().formatHex(bytes);
  }
}
