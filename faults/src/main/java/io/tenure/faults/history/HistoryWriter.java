package io.tenure.faults.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Appends entries to a file of its own, from any thread. What was written is with the operating
 * system {@value #FLUSH_MILLIS} ms later, so that a process that is killed takes no more than that
 * with it. A thread of its own sees to it, which sleeps while nothing is written.
 */
public final class HistoryWriter implements AutoCloseable {
  /** Half of what is promised, because a thread may wake up late. */
  private static final long FLUSH_MILLIS = 25;

  private final EntryFormat format = new EntryFormat();

  /** Guards the fields below. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Condition changed = lock.newCondition();
  private final Writer out;
  private boolean dirty;
  private boolean closed;
  private @Nullable IOException failure;

  /**
   * Begins a file.
   *
   * @param file must not exist; {@link History} reads those whose names end in .jsonl
   */
  public HistoryWriter(Path file) throws IOException {
    out = Files.newBufferedWriter(file, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
    Thread flusher = new Thread(this::flushNowAndThen, "history-" + file.getFileName());
    flusher.setDaemon(true);
    flusher.start();
  }

  /**
   * Appends an entry. Does nothing when this is closed: a process that ends may still be told
   * things.
   *
   * @throws UncheckedIOException if this or an earlier entry cannot be written
   */
  public void write(Entry entry) {
    write(entry, false);
  }

  /**
   * Appends an entry that is with the operating system when this returns: whatever its process does
   * next, and whenever it is killed, this was written down before.
   *
   * @throws UncheckedIOException as {@link #write}
   */
  public void writeAtOnce(Entry entry) {
    write(entry, true);
  }

  private void write(Entry entry, boolean atOnce) {
    String line = format.write(entry);
    lock.lock();
    try {
      if (closed) {
        return;
      }
      throwFailure();
      out.write(line);
      out.write('\n');
      if (atOnce) {
        out.flush();
      } else if (!dirty) {
        dirty = true;
        changed.signalAll();
      }
    } catch (IOException e) {
      failure = e;
      throw new UncheckedIOException(e);
    } finally {
      lock.unlock();
    }
  }

  private void throwFailure() throws IOException {
    if (failure != null) {
      throw new IOException("an earlier entry could not be written", failure);
    }
  }

  private void flushNowAndThen() {
    lock.lock();
    try {
      while (!closed) {
        while (!dirty && !closed) {
          changed.await();
        }
        pause();
        if (!closed) {
          dirty = false;
          out.flush();
        }
      }
    } catch (IOException e) {
      failure = e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  private void pause() throws InterruptedException {
    long left = TimeUnit.MILLISECONDS.toNanos(FLUSH_MILLIS);
    while (left > 0 && !closed) {
      left = changed.awaitNanos(left);
    }
  }

  /**
   * Ends the file.
   *
   * @throws IOException if not all entries are in it
   */
  @Override
  public void close() throws IOException {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      changed.signalAll();
      out.close();
      throwFailure();
    } finally {
      lock.unlock();
    }
  }
}
