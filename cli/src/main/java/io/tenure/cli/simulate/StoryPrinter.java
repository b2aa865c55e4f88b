package io.tenure.cli.simulate;

import io.tenure.cli.terminal.OutputClosedException;
import io.tenure.simulation.stage.Line;
import java.io.PrintWriter;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.IStyle;
import picocli.CommandLine.Help.Ansi.Style;

/** Prints a story, in colour on a terminal. */
final class StoryPrinter implements Consumer<Line> {
  private final PrintWriter out;
  private final Ansi ansi;
  private final @Nullable Pacer pacer;

  /**
   * A printer.
   *
   * @param pacer null to print every line at once
   */
  StoryPrinter(PrintWriter out, Ansi ansi, @Nullable Pacer pacer) {
    this.out = out;
    this.ansi = ansi;
    this.pacer = pacer;
  }

  @Override
  public void accept(Line line) {
    if (pacer != null && line.isTimed()) {
      pacer.await(line.time());
    }
    out.println(ansi.enabled() ? coloured(line) : line.toString());
    OutputClosedException.flush(out);
  }

  private static String coloured(Line line) {
    String body = styled(line.body(), styles(line.kind()));
    return line.isTimed() ? styled(line.stamp(), Style.faint) + " " + body : body;
  }

  private static IStyle[] styles(Line.Kind kind) {
    return switch (kind) {
      case TITLE -> new IStyle[] {Style.bold};
      case NOTE, EVENT -> new IStyle[0];
      case FAULT -> new IStyle[] {Style.fg_yellow};
      case ALARM -> new IStyle[] {Style.fg_red};
      case SHOWN -> new IStyle[] {Style.bold, Style.fg_green};
      case NOT_SHOWN -> new IStyle[] {Style.bold, Style.fg_red};
    };
  }

  private static String styled(String text, IStyle... styles) {
    // Resets all styles: many terminals interpret the off code of bold as double underline.
    return styles.length == 0 ? text : Style.on(styles) + text + Style.reset.on();
  }
}
