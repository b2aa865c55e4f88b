package io.tenure.server.raft.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.raft.Member;
import io.tenure.server.config.ShardSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.server.RaftServerConfigKeys.Log;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the engine may keep in memory for the log of one shard. */
final class EnginePropertiesTest {
  private static final long KIB = 1 << 10;

  /** More than the largest command takes in the log. */
  private static final long COMMAND = 16 * KIB;

  private static RaftProperties properties(long logKib, long batchKib) {
    Member self = new Member("n1", "n1:1", "127.0.0.1:1");
    ShardSettings shard =
        new ShardSettings(
            1_024,
            (int) (batchKib * KIB),
            2,
            20_000,
            1 << 20,
            16 << 20,
            logKib * KIB,
            64 << 20,
            1_000_000,
            1_000);
    return EngineProperties.of(
        new EngineSettings(
            self,
            self.raftAddress(),
            List.of(self),
            List.of("main"),
            Path.of("raft"),
            Duration.ofMillis(300),
            Duration.ofMillis(600),
            shard,
            false));
  }

  /** Besides the segments, a follower that is behind needs entries, or chunks of a snapshot. */
  @ParameterizedTest
  @CsvSource({"32768,1024", "9216,1024", "2048,64", "8192,64", "65536,4096", "1048576,1024"})
  void logTakesNoMoreMemoryThanItHas(long logKib, long batchKib) {
    RaftProperties properties = properties(logKib, batchKib);
    long segments =
        Math.max(
            Log.segmentSizeMax(properties).getSize(),
            Log.segmentCacheSizeMax(properties).getSize());
    long entries =
        GrpcConfigKeys.Server.leaderOutstandingAppendsMax(properties)
            * Log.Appender.bufferByteLimit(properties).getSize();
    long chunks =
        GrpcConfigKeys.Server.installSnapshotRequestElementLimit(properties)
            * Log.Appender.snapshotChunkSizeMax(properties).getSize();

    assertThat(segments + Math.max(entries, chunks)).isLessThanOrEqualTo(logKib * KIB * 11 / 10);
  }

  @ParameterizedTest
  @CsvSource({"32768,1024", "3072,1024", "192,64", "12288,4096", "1048576,64"})
  void largestEntryFitsEverywhere(long logKib, long batchKib) {
    RaftProperties properties = properties(logKib, batchKib);
    long entry = batchKib * KIB + COMMAND;

    assertThat(Log.Appender.bufferByteLimit(properties).getSize()).isGreaterThan(entry);
    assertThat(Log.queueByteLimit(properties).getSize()).isGreaterThan(entry);
    assertThat(Log.writeBufferSize(properties).getSize())
        .isGreaterThan(Log.Appender.bufferByteLimit(properties).getSize() + Long.BYTES);
    assertThat(Log.preallocatedSize(properties).getSize())
        .isLessThanOrEqualTo(Log.segmentSizeMax(properties).getSize());
    assertThat(RaftServerConfigKeys.Log.Appender.snapshotChunkSizeMax(properties).getSize())
        .isPositive();
  }
}
