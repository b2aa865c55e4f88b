package io.tenure.cli.run;

import io.tenure.cli.LocalService;
import io.tenure.cli.TenureProcess;
import io.tenure.client.admin.ClusterAdmin;
import io.tenure.client.plain.PlainLocks;
import io.tenure.client.view.HoldView;
import io.tenure.client.view.KeyView;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A service, and {@code tenure} processes that use it. */
final class ServiceProcesses implements AutoCloseable {
  private final LocalService service;
  private final PlainLocks locks;
  private final List<TenureProcess> started = new ArrayList<>();

  ServiceProcesses(Path data) {
    service = LocalService.start(data);
    locks = PlainLocks.of(List.of(service.address()));
  }

  String address() {
    return service.address();
  }

  PlainLocks locks() {
    return locks;
  }

  /** Starts a command with the service's address as its endpoint. */
  TenureProcess start(Path folder, String command, String... arguments) {
    List<String> all = new ArrayList<>(List.of(command, "--endpoints", service.address()));
    all.addAll(List.of(arguments));
    return startPlain(folder, all.toArray(String[]::new));
  }

  TenureProcess startPlain(Path folder, String... arguments) {
    TenureProcess process = TenureProcess.start(folder, arguments);
    endLater(process);
    return process;
  }

  /** Has {@link #endProcesses} end a process that was started elsewhere. */
  void endLater(TenureProcess process) {
    started.add(process);
  }

  HoldView revoke(String key) {
    KeyView view = locks.get(key);
    try (ClusterAdmin admin = ClusterAdmin.of(List.of(service.address()))) {
      return admin.revoke(key, view.holds().get(0).token());
    }
  }

  void endProcesses() {
    started.forEach(TenureProcess::close);
    started.clear();
  }

  @Override
  public void close() {
    locks.close();
    service.close();
  }
}
