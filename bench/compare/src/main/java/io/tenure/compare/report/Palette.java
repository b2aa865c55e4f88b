package io.tenure.compare.report;

import java.util.List;

/** Colour and dash of each system, the same in all plots. Variants of a system share a colour. */
final class Palette {
  private static final String SOLID = "";
  private static final String DASHED = "6 4";

  private record Ink(String system, String light, String dark, String dash) {}

  private static final List<Ink> INKS =
      List.of(
          new Ink("tenure", "#1f5fd6", "#6ea8ff", SOLID),
          new Ink("tenure-single", "#1f5fd6", "#6ea8ff", DASHED),
          new Ink("tenure-b", "#8a4fd0", "#c4a0ff", SOLID),
          new Ink("tenure-single-b", "#8a4fd0", "#c4a0ff", DASHED),
          new Ink("etcd", "#0b8f77", "#3fd0b4", SOLID),
          new Ink("zookeeper", "#c4700a", "#f2a444", SOLID),
          new Ink("redis", "#c9302c", "#ff7b72", SOLID),
          new Ink("redis-always", "#c9302c", "#ff7b72", DASHED),
          new Ink("redlock", "#a8327f", "#f08cc8", SOLID),
          new Ink("postgres", "#6a4bc4", "#b49cff", SOLID),
          new Ink("hazelcast", "#767b12", "#cfd14d", SOLID));

  private static final Ink OTHER = new Ink("other", "#6b7280", "#9ca3af", SOLID);

  private Palette() {}

  /** Its position in lists. */
  static int rank(String system) {
    return INKS.indexOf(ink(system)) >= 0 ? INKS.indexOf(ink(system)) : INKS.size();
  }

  /** The class of everything that is drawn for a system. */
  static String cssClass(String system) {
    return "s-" + ink(system).system();
  }

  static String dash(String system) {
    return ink(system).dash();
  }

  /** One rule for each class: the colour as a variable. */
  static String css(boolean dark) {
    StringBuilder css = new StringBuilder();
    for (Ink ink : INKS) {
      css.append(rule(ink, dark));
    }
    return css.append(rule(OTHER, dark)).toString();
  }

  private static String rule(Ink ink, boolean dark) {
    return ".s-%s{--ink:%s}".formatted(ink.system(), dark ? ink.dark() : ink.light());
  }

  private static Ink ink(String system) {
    return INKS.stream().filter(ink -> ink.system().equals(system)).findFirst().orElse(OTHER);
  }
}
