package io.tenure.core.snapshot;

import java.io.OutputStream;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/** A 64-bit checksum of what is written to it: CRC-32C above CRC-32, which the JVM has both. */
final class StateChecksum extends OutputStream {
  private final CRC32C high = new CRC32C();
  private final CRC32 low = new CRC32();

  @Override
  public void write(int next) {
    high.update(next);
    low.update(next);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    high.update(bytes, offset, length);
    low.update(bytes, offset, length);
  }

  long value() {
    return high.getValue() << 32 | low.getValue();
  }
}
