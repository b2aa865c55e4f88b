package io.tenure.server.raft.ratis.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/**
 * The file that the log is appended to, which knows how long it is. The engine asks before every
 * entry, and asking the kernel is dear: the times of a file that somebody has looked at are kept
 * exactly, so the next write changes them, and a file system without a journal then writes the
 * file's inode at every flush, too. For one thread, and while nobody else writes to the file.
 */
public final class SegmentChannel extends FileChannel {
  private final FileChannel file;
  private long size;
  private long position;

  public SegmentChannel(FileChannel file) throws IOException {
    this.file = file;
    size = file.size();
    position = file.position();
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public FileChannel position(long newPosition) throws IOException {
    file.position(newPosition);
    position = newPosition;
    return this;
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    return (int) appended(file.write(source));
  }

  @Override
  public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
    return appended(file.write(sources, offset, length));
  }

  private long appended(long written) {
    position += written;
    wrote(position, written);
    return written;
  }

  /** Writing nothing beyond the end leaves the file as it is. */
  private void wrote(long end, long bytes) {
    if (bytes > 0) {
      size = Math.max(size, end);
    }
  }

  @Override
  public int write(ByteBuffer source, long at) throws IOException {
    int written = file.write(source, at);
    wrote(at + written, written);
    return written;
  }

  @Override
  public FileChannel truncate(long newSize) throws IOException {
    file.truncate(newSize);
    size = Math.min(size, newSize);
    position = Math.min(position, newSize);
    return this;
  }

  @Override
  public void force(boolean metaData) throws IOException {
    file.force(metaData);
  }

  @Override
  protected void implCloseChannel() throws IOException {
    file.close();
  }

  // ------------------------------------------------------- what a log that is written never needs

  @Override
  public int read(ByteBuffer target) throws IOException {
    int read = file.read(target);
    position = file.position();
    return read;
  }

  @Override
  public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
    long read = file.read(targets, offset, length);
    position = file.position();
    return read;
  }

  @Override
  public int read(ByteBuffer target, long at) throws IOException {
    return file.read(target, at);
  }

  @Override
  public long transferTo(long at, long count, WritableByteChannel target) throws IOException {
    return file.transferTo(at, count, target);
  }

  @Override
  public long transferFrom(ReadableByteChannel source, long at, long count) throws IOException {
    long read = file.transferFrom(source, at, count);
    wrote(at + read, read);
    return read;
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long at, long length) throws IOException {
    MappedByteBuffer mapped = file.map(mode, at, length);
    size = file.size();
    return mapped;
  }

  @Override
  public FileLock lock(long at, long length, boolean shared) throws IOException {
    return file.lock(at, length, shared);
  }

  @Override
  public FileLock tryLock(long at, long length, boolean shared) throws IOException {
    return file.tryLock(at, length, shared);
  }
}
