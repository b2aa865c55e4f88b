package io.tenure.core.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.core.model.Command;
import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Command.OpenSession;
import io.tenure.core.model.Command.SetValue;
import io.tenure.core.model.Key;
import io.tenure.core.model.Mode;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.Scope;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The text form of commands: every command goes there and back, every mistake is explained. */
final class CommandTextTest {
  private static final RequestId REQUEST = new RequestId(new SessionId(1), 4);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "open ttl=10s name=worker nonce=1",
        "open ttl=1500ms nonce=-9223372036854775808",
        "acquire s1#1 owner=main exclusive /a",
        "acquire s1#1 owner=main exclusive /a, shared /b subtree, semaphore(3) /c nowait value=x",
        "acquire s12#9 owner=\"two words\" shared \"/a b, c\" value=\"say \\\"hi\\\"\" ack=8",
        "acquire s1#1 owner=\"\" exclusive /a",
        "acquire s1#1 owner=\"\" party=t1 exclusive /a",
        "acquire s1#1 owner=main party=\"thread 1\" exclusive /a",
        "withdraw s1#1",
        "aside s1#1",
        "withdraw s1#2 giveback ack=1",
        "release s1#2 token=1",
        "convert s1#3 token=9007199254740991 exclusive nowait",
        "convert s1#3 token=1 shared ack=2",
        "value s1#4 token=1 x",
        "value s1#4 token=1 \"\"",
        "value s1#4 token=1 0x00ff",
        "value s1#4 token=1 \"0x00ff\"",
        "value s1#4 token=1 \"a=b\" ack=3",
        "close s1",
        "expire s1",
        "revoke /a token=1",
        "raise above=0",
        "set-limits",
        "set-limits sessions=1 holds=2 heldBytes=3000000000",
        "end-more",
        "compare-state",
      })
  void canonicalLineIsWrittenAsItWasRead(String line) {
    assertThat(CommandText.format(CommandText.parse(line))).isEqualTo(line);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"x", "", " ", "a\\b", "\"", "ü", "\u2028", "0xff", "nowait", "ack=1", ","})
  void anyTextComesBackUnchanged(String text) {
    Command command = new SetValue(REQUEST, 0, 1, Value.of(text));

    assertThat(CommandText.parse(CommandText.format(command))).isEqualTo(command);
  }

  @Test
  void bytesThatAreNotTextComeBackUnchanged() {
    for (int b = Byte.MIN_VALUE; b <= Byte.MAX_VALUE; b++) {
      Command command = new SetValue(REQUEST, 3, 1, Value.of(new byte[] {(byte) b, 'x'}));

      assertThat(CommandText.parse(CommandText.format(command))).isEqualTo(command);
    }
  }

  @Test
  void whatIsLeftOutHasItsDefault() {
    assertThat(CommandText.parse("open nonce=7")).isEqualTo(new OpenSession(7, 10_000, ""));
    assertThat(CommandText.parse("acquire s1#4 exclusive /a"))
        .isEqualTo(
            new AcquireLock(
                REQUEST, 0, "main", List.of(Target.exclusive(Key.of("/a"))), true, Value.NONE));
  }

  @Test
  void targetsKeepTheirModesAndScopes() {
    Command command =
        CommandText.parse("acquire s1#4 semaphore(3) /c, shared /b subtree, exclusive /a");

    assertThat(((AcquireLock) command).targets())
        .containsExactly(
            Target.exclusive(Key.of("/a")),
            new Target(Key.of("/b"), Mode.SHARED, Scope.SUBTREE),
            new Target(Key.of("/c"), Mode.semaphore(3), Scope.KEY));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "aquire s1#1 exclusive /a | aquire (expected: open, acquire,",
        "acquire | the end of the line (expected: a request such as s1#4)",
        "acquire s1 exclusive /a | s1 (expected: a request such as s1#4)",
        "acquire s1#1 /a | /a (expected: exclusive, shared or semaphore(LIMIT))",
        "acquire s1#1 exclusive | the end of the line (expected: a key)",
        "acquire s1#1 exclusive /a no-wait | no-wait (expected: the end of the line)",
        "acquire s1#1 exclusive ab | key: \"ab\" (expected: a path that starts with /)",
        "acquire s1#1 exclusive /a owner=\"x | \"x (expected: a quote that ends",
        "release s1#1 | no token= (expected: token=…)",
        "release s1#1 token=1 token=2 | token= twice (expected: it once)",
        "release s1#1 token=x | token=x (expected: a number)",
        "release s1#1 token=1 tok=1 | tok= (expected: nothing by that name)",
        "open ttl=10 nonce=1 | ttl=10 (expected: ttl=10s or ttl=1500ms)",
        "open ttl=10s | no nonce= (expected: nonce=…)",
        "open ttl=500ms nonce=1 | ttl: 0.5 s (expected: 1 s to 600 s)",
        "value s1#1 token=1 0xf | 0xf (expected: 0x and pairs of hexadecimal digits",
        "close 1 | 1 (expected: a session such as s1)",
      })
  void mistakeIsNamedTogetherWithWhatWasExpected(String line, String message) {
    assertThatThrownBy(() -> CommandText.parse(line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
