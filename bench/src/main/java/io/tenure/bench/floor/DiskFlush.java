package io.tenure.bench.floor;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Writes a record into a preallocated file and forces it to disk, as a log does. If the size of the
 * file is queried in between, some file systems write more: Linux keeps exact times of a file only
 * after such a query.
 */
final class DiskFlush implements Step {
  private static final int RECORD_BYTES = 512;
  private static final int FILE_BYTES = 4 << 20;

  private final boolean queriesSize;
  private final Path path;
  private final FileChannel file;
  private final ByteBuffer record = ByteBuffer.allocateDirect(RECORD_BYTES);
  private long position;

  DiskFlush(Path directory, boolean queriesSize) throws IOException {
    this.queriesSize = queriesSize;
    path = Files.createTempFile(directory, "floor-", ".tmp");
    file = FileChannel.open(path, StandardOpenOption.WRITE);
    file.write(ByteBuffer.allocateDirect(FILE_BYTES));
    file.force(true);
  }

  @Override
  public void once() throws IOException {
    if (queriesSize && file.size() != FILE_BYTES) {
      throw new IOException(path + ": size changed by another process");
    }
    record.clear();
    file.write(record, position);
    file.force(false);
    position = (position + RECORD_BYTES) % FILE_BYTES;
  }

  @Override
  public void close() throws IOException {
    file.close();
    Files.delete(path);
  }
}
