package io.tenure.faults.agent;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;
import net.bytebuddy.utility.OpenedClassReader;

/**
 * Has another method called wherever a class calls this one: a static one with the same arguments,
 * after the object on which it was called if there is one. Byte Buddy has a way of its own to do
 * so, which fails on records (1.18.16).
 *
 * @param owner whose method it is, as it is called
 * @param replacement public, in a public class
 */
record Calls(String owner, String name, String descriptor, Method replacement)
    implements AsmVisitorWrapper.ForDeclaredMethods.MethodVisitorWrapper {

  /** Calls of a method, which the replacing class has under the same name. */
  static AsmVisitorWrapper to(
      Class<?> owner, String name, Class<?> replacing, Class<?>... parameters) {
    try {
      Method replaced = owner.getMethod(name, parameters);
      Calls calls =
          new Calls(
              Type.getInternalName(owner),
              name,
              Type.getMethodDescriptor(replaced),
              replacing.getMethod(name, receiverFirst(replaced)));
      return new AsmVisitorWrapper.ForDeclaredMethods().invokable(ElementMatchers.any(), calls);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Class<?>[] receiverFirst(Method replaced) {
    Class<?>[] parameters = replaced.getParameterTypes();
    if (Modifier.isStatic(replaced.getModifiers())) {
      return parameters;
    }
    Class<?>[] all = new Class<?>[parameters.length + 1];
    all[0] = replaced.getDeclaringClass();
    System.arraycopy(parameters, 0, all, 1, parameters.length);
    return all;
  }

  @Override
  public MethodVisitor wrap(
      TypeDescription type,
      MethodDescription method,
      MethodVisitor visitor,
      Implementation.Context context,
      TypePool types,
      int writerFlags,
      int readerFlags) {
    return new MethodVisitor(OpenedClassReader.ASM_API, visitor) {
      @Override
      public void visitMethodInsn(
          int opcode, String calledOwner, String called, String calledDescriptor, boolean itf) {
        if (calledOwner.equals(owner)
            && called.equals(name)
            && calledDescriptor.equals(descriptor)) {
          super.visitMethodInsn(
              Opcodes.INVOKESTATIC,
              Type.getInternalName(replacement.getDeclaringClass()),
              replacement.getName(),
              Type.getMethodDescriptor(replacement),
              false);
        } else {
          super.visitMethodInsn(opcode, calledOwner, called, calledDescriptor, itf);
        }
      }
    };
  }
}
