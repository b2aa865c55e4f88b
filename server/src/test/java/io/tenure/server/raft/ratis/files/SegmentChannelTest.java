package io.tenure.server.raft.ratis.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentChannelTest {
  @TempDir Path directory;
  private Path path;

  @BeforeEach
  void create() throws IOException {
    path = Files.writeString(directory.resolve("segment"), "header..........");
  }

  private FileChannel open() throws IOException {
    return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(UTF_8));
  }

  @Test
  void goesOnWhereTheFileStands() throws IOException {
    FileChannel file = open();
    file.position(6);
    try (FileChannel channel = new SegmentChannel(file)) {
      assertThat(channel.position()).isEqualTo(6);
      assertThat(channel.size()).isEqualTo(16);
      assertThat(channel.write(bytes("entry"))).isEqualTo(5);
      channel.force(false);
    }
    assertThat(Files.readString(path)).isEqualTo("headerentry.....");
  }

  @Test
  void knowsTheSameAsTheFileWhateverIsDone() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    FileChannel file = open();
    try (FileChannel channel = new SegmentChannel(file)) {
      for (int i = 0; i < 2_000; i++) {
        step(channel, random);
        assertThat(channel.size()).as("size, seed %d", seed).isEqualTo(file.size());
        assertThat(channel.position()).as("position, seed %d", seed).isEqualTo(file.position());
      }
    }
  }

  private static void step(FileChannel channel, Random random) throws IOException {
    ByteBuffer some = ByteBuffer.allocate(random.nextInt(100));
    switch (random.nextInt(7)) {
      case 0, 1 -> channel.write(some);
      case 2 -> channel.write(new ByteBuffer[] {some, ByteBuffer.allocate(3)});
      case 3 -> channel.write(some, channel.size());
      case 4 -> channel.read(some);
      case 5 -> channel.position(random.nextInt((int) channel.size() + 10));
      default -> channel.truncate(random.nextInt((int) channel.size() + 10));
    }
  }

  @Test
  void writingNothingBeyondTheEndDoesNotExtendTheFile() throws IOException {
    FileChannel file = open();
    try (FileChannel channel = new SegmentChannel(file)) {
      channel.position(22);
      channel.write(ByteBuffer.allocate(0));
      channel.write(ByteBuffer.allocate(0), 30);

      assertThat(channel.size()).isEqualTo(file.size()).isEqualTo(16);
    }
  }

  @Test
  void closesTheFile() throws IOException {
    FileChannel file = open();
    FileChannel channel = new SegmentChannel(file);

    channel.close();

    assertThat(file.isOpen()).isFalse();
    assertThatThrownBy(() -> channel.write(bytes("late")))
        .isInstanceOf(ClosedChannelException.class);
  }
}
