package io.tenure.faults.agent;

import java.lang.instrument.ClassFileTransformer;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.TypeResolutionStrategy;
import net.bytebuddy.dynamic.scaffold.InstrumentedType;
import net.bytebuddy.dynamic.scaffold.MethodGraph;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.pool.TypePool;
import org.jspecify.annotations.Nullable;

/**
 * The classes as they are to be. Those that are named are made before the program starts, so that
 * nothing can go wrong unnoticed later; what else is in a package is made when it is loaded, and
 * the process ends if that fails: the JVM itself would go on with the class as it was.
 */
final class PatchedClasses implements ClassFileTransformer {
  /** By this a changed class is known: it calls something in this package. */
  private static final String OURS = Agent.class.getPackageName().replace('.', '/');

  private final ClassFileLocator files = ClassFileLocator.ForClassLoader.ofSystemLoader();
  private final TypePool types = TypePool.Default.of(files);
  private final Map<String, byte[]> made = new LinkedHashMap<>();
  private final List<Patch> packages = new ArrayList<>();

  private PatchedClasses() {}

  /** Makes the classes. */
  static PatchedClasses of(List<Variant> variants) {
    PatchedClasses classes = new PatchedClasses();
    Map<String, List<Patch>> byType = new LinkedHashMap<>();
    List<Patch> patches =
        variants.stream().flatMap(variant -> variant.patches().stream()).distinct().toList();
    for (Patch patch : patches) {
      if (patch.isOfPackage()) {
        classes.packages.add(patch);
      } else {
        byType.computeIfAbsent(patch.type(), type -> new ArrayList<>()).add(patch);
      }
    }
    byType.forEach((type, all) -> classes.made.put(type, classes.make(type, all)));
    return classes;
  }

  private byte[] make(String type, List<Patch> patches) {
    TypePool.Resolution found = types.describe(type);
    if (!found.isResolved()) {
      throw new IllegalStateException("class: " + type + " (expected: on the class path)");
    }
    TypeDescription described = found.resolve();
    for (Patch patch : patches) {
      patch.require(described);
      if (!mentionsUs(change(described, List.of(patch), files))) {
        throw new IllegalStateException(type + ": nothing to change (expected: what is replaced)");
      }
    }
    return change(described, patches, files);
  }

  private byte[] change(TypeDescription type, List<Patch> patches, ClassFileLocator locator) {
    DynamicType.Builder<?> builder =
        new ByteBuddy()
            .with(InstrumentedType.Factory.Default.FROZEN)
            .with(Implementation.Context.Disabled.Factory.INSTANCE)
            .with(MethodGraph.Compiler.ForDeclaredMethods.INSTANCE)
            .redefine(type, locator);
    for (Patch patch : patches) {
      builder = builder.visit(patch.visitor());
    }
    return builder.make(TypeResolutionStrategy.Disabled.INSTANCE, types).getBytes();
  }

  private static boolean mentionsUs(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1).contains(OURS);
  }

  /** What is loaded already stays as it is. */
  void requireNoneLoaded(Class<?>[] loaded) {
    for (Class<?> each : loaded) {
      if (made.containsKey(each.getName())) {
        throw new IllegalStateException(each.getName() + " is loaded (expected: not yet)");
      }
    }
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String internalName,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] original) {
    if (internalName == null) {
      return null;
    }
    String name = internalName.replace('/', '.');
    byte[] known = made.get(name);
    return known == null ? changedInPackage(name, original) : known;
  }

  private byte @Nullable [] changedInPackage(String name, byte[] original) {
    List<Patch> concerned =
        packages.stream().filter(patch -> name.startsWith(patch.type())).toList();
    if (concerned.isEmpty()) {
      return null;
    }
    try {
      ClassFileLocator locator =
          new ClassFileLocator.Compound(ClassFileLocator.Simple.of(name, original), files);
      byte[] changed = change(types.describe(name).resolve(), concerned, locator);
      return mentionsUs(changed) ? changed : null;
    } catch (RuntimeException | Error e) {
      e.printStackTrace();
      Effects.tell(name + " could not be changed");
      Runtime.getRuntime().halt(Agent.BROKEN);
      throw e;
    }
  }
}
