package io.tenure.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** What a value may be, and that it never changes. */
final class ValueTest {

  @Test
  void valueHasUpTo4096Bytes() {
    assertThat(Value.of(new byte[4096]).size()).isEqualTo(4096);

    assertThatThrownBy(() -> Value.of(new byte[4097]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("value: 4097 bytes (expected: at most 4096 bytes)");
  }

  @Test
  void textIsCountedInUtf8() {
    assertThat(Value.of("ü".repeat(2048)).size()).isEqualTo(4096);

    assertThatThrownBy(() -> Value.of("ü".repeat(2048) + "x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("value: 4097 bytes (expected: at most 4096 bytes)");
  }

  @Test
  void emptyValueIsNone() {
    assertThat(Value.of(new byte[0])).isSameAs(Value.NONE);
    assertThat(Value.of("")).isSameAs(Value.NONE);
  }

  @Test
  void valueDoesNotChangeWithTheArrayItCameFromOrWentTo() {
    byte[] bytes = {1, 2};
    Value value = Value.of(bytes);

    bytes[0] = 9;
    value.bytes()[1] = 9;

    assertThat(value.bytes()).containsExactly(1, 2);
  }

  @Test
  void valuesAreEqualByTheirBytes() {
    assertThat(Value.of("x")).isEqualTo(Value.of(new byte[] {'x'}));
    assertThat(Value.of("x")).hasSameHashCodeAs(Value.of(new byte[] {'x'}));
    assertThat(Value.of("x")).isNotEqualTo(Value.of("y"));
    assertThat(Value.of("ü")).hasToString("ü");
  }
}
