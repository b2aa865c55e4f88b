package io.tenure.cli.operate;

import io.tenure.cli.Main;
import io.tenure.cli.Version;
import io.tenure.cli.terminal.Json;
import io.tenure.cli.terminal.OutputOption;
import io.tenure.cli.terminal.Table;
import io.tenure.client.admin.Member;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Adds or removes cluster members. */
@Command(
    name = "member",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    usageHelpAutoWidth = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {"Adds or removes cluster members.", ""},
    footerHeading = "%nExamples:%n",
    footer = {"  tenure member add n4=10.0.0.4:7400", "  tenure member remove n1"},
    subcommands = {MemberAdd.class, MemberRemove.class, MemberForget.class})
public final class MemberCommands implements Runnable {
  @Spec private CommandSpec spec;

  /** Reached only when no subcommand was given. */
  @Override
  public void run() {
    throw Main.missingCommand(spec);
  }

  static void print(PrintWriter out, OutputOption output, List<Member> members) {
    if (output.isJson()) {
      members.forEach(member -> out.println(Json.write(Json.of(member))));
      out.flush();
      return;
    }
    Table table = new Table("NODE", "ADDRESS", "RAFT");
    members.forEach(member -> table.add(member.node(), member.address(), member.raftAddress()));
    table.print(out);
  }
}
