package io.tenure.faults.work.resource;

import io.tenure.faults.history.Entry;
import io.tenure.faults.history.HistoryWriter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The resources that keys protect, for clients in other processes. Each key has two: a fenced one,
 * which refuses a token smaller than one it has seen, and an unfenced one, which lets everybody in
 * and only writes down from when to when.
 *
 * <p>A client has a connection of its own and speaks in lines: {@code IAM client}, then {@code USE
 * key token} for the fenced resource, {@code BEGIN key token} and {@code END key} for the other.
 * Each is answered with {@code YES} or {@code NO}. Who goes away, or is killed, has stopped using
 * whatever it used.
 *
 * <p>It must live in a process that is never paused: its times are those of the history.
 */
public final class ResourceServer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ResourceServer.class);

  private final ServerSocket server;
  private final HistoryWriter history;
  private final Set<Socket> visitors = ConcurrentHashMap.newKeySet();

  /** Guarded by this object, as is the order of the history. */
  private final Map<String, Long> greatest = new HashMap<>();

  private ResourceServer(ServerSocket server, HistoryWriter history) {
    this.server = server;
    this.history = history;
  }

  /**
   * Opens the resources on the loopback interface.
   *
   * @param history where it writes what was done; no file of somebody else's
   */
  public static ResourceServer open(Path history) throws IOException {
    return open(InetAddress.getLoopbackAddress().getHostAddress(), history);
  }

  /** At an address of this machine. */
  public static ResourceServer open(String host, Path history) throws IOException {
    ServerSocket server = new ServerSocket(0, 200, InetAddress.getByName(host));
    ResourceServer resources = new ResourceServer(server, new HistoryWriter(history));
    startThread("resource-resources", resources::accept);
    return resources;
  }

  /** HOST:PORT. */
  public String address() {
    return server.getInetAddress().getHostAddress() + ":" + server.getLocalPort();
  }

  private static void startThread(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket visitor = server.accept();
        visitors.add(visitor);
        startThread("resource-resources-" + visitor.getPort(), () -> new Visit(visitor).serve());
      } catch (IOException e) {
        if (!server.isClosed()) {
          log.warn("the resource server cannot accept a connection", e);
        }
      }
    }
  }

  private synchronized boolean use(String client, String key, long token) {
    long nanos = System.nanoTime();
    boolean accepted = token >= greatest.getOrDefault(key, 0L);
    if (accepted) {
      greatest.put(key, token);
    }
    write(new Entry.Accessed(key, true, client, token, nanos, System.nanoTime(), accepted));
    return accepted;
  }

  private synchronized void write(Entry.Accessed accessed) {
    history.write(accessed);
  }

  /** One connection. */
  private final class Visit {
    private record Use(long token, long beganNanos) {}

    private final Socket socket;
    private final Map<String, Use> uses = new HashMap<>();
    private String client = "";

    Visit(Socket socket) {
      this.socket = socket;
    }

    void serve() {
      try (Socket open = socket;
          BufferedReader in =
              new BufferedReader(
                  new InputStreamReader(open.getInputStream(), StandardCharsets.UTF_8));
          Writer out = ResourceClient.writer(open)) {
        open.setTcpNoDelay(true);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          out.write(answer(line.split(" ")) ? "YES\n" : "NO\n");
          out.flush();
        }
      } catch (IOException e) {
        log.debug("{} disconnected from the resource server", client, e);
      } finally {
        for (String key : Set.copyOf(uses.keySet())) {
          end(key);
        }
        // Only now: who closes the resources waits for this.
        visitors.remove(socket);
      }
    }

    private boolean answer(String[] words) throws IOException {
      String what = words[0] + "/" + (words.length - 1);
      switch (what) {
        case "IAM/1" -> client = words[1];
        case "USE/2" -> {
          return use(client, words[1], Long.parseLong(words[2]));
        }
        case "BEGIN/2" -> uses.put(words[1], new Use(Long.parseLong(words[2]), System.nanoTime()));
        case "END/1" -> {
          return end(words[1]);
        }
        default -> throw new IOException(what + " (expected: IAM/1, USE/2, BEGIN/2 or END/1)");
      }
      return true;
    }

    private boolean end(String key) {
      long nanos = System.nanoTime();
      @Nullable Use use = uses.remove(key);
      if (use == null) {
        return false;
      }
      write(new Entry.Accessed(key, false, client, use.token, use.beganNanos, nanos, true));
      return true;
    }
  }

  /** Whatever is in use is written down as used until now. */
  @Override
  public void close() throws IOException {
    server.close();
    for (Socket visitor : visitors) {
      visitor.close();
    }
    awaitNobody();
    synchronized (this) {
      history.close();
    }
  }

  /** Each visitor's thread writes down the last uses. */
  private void awaitNobody() {
    long givenUpNanos = System.nanoTime() + 5_000_000_000L;
    while (!visitors.isEmpty() && System.nanoTime() - givenUpNanos < 0) {
      try {
        Thread.sleep(10);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
