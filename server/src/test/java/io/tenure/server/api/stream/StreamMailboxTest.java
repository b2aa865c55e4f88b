package io.tenure.server.api.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class StreamMailboxTest {
  private final List<Runnable> wakeUps = new ArrayList<>();
  private final StreamMailbox mailbox = new StreamMailbox(wakeUps::add, () -> {});
  private final List<Object> received = new ArrayList<>();

  private void post(Object message) {
    mailbox.post(received, List::add, message);
  }

  private void postThrowing(RuntimeException thrown) {
    mailbox.post(
        received,
        (receiver, message) -> {
          throw message;
        },
        thrown);
  }

  private void postThrowing(Error thrown) {
    mailbox.post(
        received,
        (receiver, message) -> {
          throw message;
        },
        thrown);
  }

  @Test
  void messagesAreDeliveredOnceAndInTheOrderInWhichTheyCame() {
    post(1);
    post(2);

    mailbox.deliver();
    mailbox.deliver();

    assertThat(received).containsExactly(1, 2);
  }

  @Test
  void messagesUntilTheNextDeliveryShareOneWakeUp() {
    post(1);
    mailbox.flush();
    post(2);
    mailbox.flush();
    assertThat(wakeUps).hasSize(1);

    mailbox.deliver();
    post(3);
    mailbox.flush();

    assertThat(wakeUps).hasSize(2);
  }

  @Test
  void flushAfterTheLoopHasStoppedIsNoError() {
    Executor stopped =
        task -> {
          throw new RejectedExecutionException();
        };
    StreamMailbox late = new StreamMailbox(stopped, () -> {});

    assertThat(catchThrowable(late::flush)).isNull();
  }

  @Test
  void receiverThatThrowsLosesNobodyElsesMessage() {
    IllegalStateException bug = new IllegalStateException("first");
    post(1);
    postThrowing(bug);
    post(3);
    postThrowing(new IllegalStateException("second"));
    post(5);

    Throwable thrown = catchThrowable(mailbox::deliver);

    assertThat(thrown).isSameAs(bug);
    assertThat(received).containsExactly(1, 3, 5);
  }

  @Test
  void errorIsThrownOnAlsoAfterAnException() {
    AssertionError error = new AssertionError("broken");
    postThrowing(new IllegalStateException());
    postThrowing(error);
    post(3);

    Throwable thrown = catchThrowable(mailbox::deliver);

    assertThat(thrown).isSameAs(error);
    assertThat(received).containsExactly(3);
  }

  @Test
  void mailboxThatHasThrownDeliversWhatComesNext() {
    postThrowing(new AssertionError());
    assertThat(catchThrowable(mailbox::deliver)).isInstanceOf(AssertionError.class);
    post(2);

    mailbox.deliver();

    assertThat(received).containsExactly(2);
  }

  @Test
  void messageThatComesDuringADeliveryIsDeliveredTheNextTime() {
    mailbox.post(
        received,
        (receiver, message) -> {
          post(message);
          mailbox.deliver();
        },
        2);
    mailbox.deliver();
    assertThat(received).isEmpty();

    mailbox.deliver();

    assertThat(received).containsExactly(2);
  }
}
