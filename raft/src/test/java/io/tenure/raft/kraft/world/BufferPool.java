package io.tenure.raft.kraft.world;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.memory.MemoryPool;

/**
 * Buffers of the engine, of 8 MiB each. A node that was killed gives none back, so all come back
 * when the world ends; to make them anew for each world would take most of its time.
 */
final class BufferPool implements MemoryPool {
  private static final ThreadLocal<BufferPool> OF_THREAD = ThreadLocal.withInitial(BufferPool::new);

  private final List<ByteBuffer> free = new ArrayList<>();
  private final Set<ByteBuffer> used = Collections.newSetFromMap(new IdentityHashMap<>());

  static BufferPool ofThisThread() {
    return OF_THREAD.get();
  }

  @Override
  public ByteBuffer tryAllocate(int bytes) {
    ByteBuffer buffer = null;
    for (int i = free.size() - 1; i >= 0 && buffer == null; i--) {
      if (free.get(i).capacity() == bytes) {
        buffer = free.remove(i);
      }
    }
    if (buffer == null) {
      buffer = ByteBuffer.allocate(bytes);
    }
    used.add(buffer);
    return buffer.clear();
  }

  @Override
  public void release(ByteBuffer buffer) {
    if (used.remove(buffer)) {
      free.add(buffer);
    }
  }

  void takeBackAll() {
    free.addAll(used);
    used.clear();
  }

  @Override
  public long size() {
    return Long.MAX_VALUE;
  }

  @Override
  public long availableMemory() {
    return Long.MAX_VALUE;
  }

  @Override
  public boolean isOutOfMemory() {
    return false;
  }
}
