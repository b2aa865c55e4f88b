package io.tenure.server.api.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MailboxTest {
  private final Mailbox mailbox = new Mailbox();
  private final List<Object> heard = new ArrayList<>();

  private static MailboxReceiver throwing(RuntimeException thrown) {
    return message -> {
      throw thrown;
    };
  }

  private static MailboxReceiver throwing(Error thrown) {
    return message -> {
      throw thrown;
    };
  }

  @Test
  void messagesAreHeardOnceAndInTheOrderInWhichTheyCame() {
    mailbox.add(heard::add, 1);
    mailbox.add(heard::add, 2);

    mailbox.deliver();
    mailbox.deliver();

    assertThat(heard).containsExactly(1, 2);
  }

  @Test
  void hearerThatThrowsLosesNobodyElsesMessage() {
    IllegalStateException bug = new IllegalStateException("first");
    mailbox.add(heard::add, 1);
    mailbox.add(throwing(bug), 2);
    mailbox.add(heard::add, 3);
    mailbox.add(throwing(new IllegalStateException("second")), 4);
    mailbox.add(heard::add, 5);

    Throwable thrown = catchThrowable(mailbox::deliver);

    assertThat(thrown).isSameAs(bug);
    assertThat(heard).containsExactly(1, 3, 5);
  }

  @Test
  void errorIsThrownOnAlsoAfterAnException() {
    AssertionError error = new AssertionError("broken");
    mailbox.add(throwing(new IllegalStateException()), 1);
    mailbox.add(throwing(error), 2);
    mailbox.add(heard::add, 3);

    Throwable thrown = catchThrowable(mailbox::deliver);

    assertThat(thrown).isSameAs(error);
    assertThat(heard).containsExactly(3);
  }

  @Test
  void mailboxThatHasThrownDeliversWhatComesNext() {
    mailbox.add(throwing(new AssertionError()), 1);
    assertThat(catchThrowable(mailbox::deliver)).isInstanceOf(AssertionError.class);
    mailbox.add(heard::add, 2);

    mailbox.deliver();

    assertThat(heard).containsExactly(2);
  }

  @Test
  void messageThatComesWhileOthersAreHeardIsDeliveredTheNextTime() {
    mailbox.add(
        message -> {
          mailbox.add(heard::add, 2);
          mailbox.deliver();
        },
        1);
    mailbox.deliver();
    assertThat(heard).isEmpty();

    mailbox.deliver();

    assertThat(heard).containsExactly(2);
  }
}
