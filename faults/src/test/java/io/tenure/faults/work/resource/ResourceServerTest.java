package io.tenure.faults.work.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.tenure.faults.history.Entry;
import io.tenure.faults.history.History;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResourceServerTest {
  @TempDir private Path folder;

  @Test
  void tokenSmallerThanOneThatWasSeenIsRefused() throws IOException {
    try (ResourceServer resources = open();
        ResourceClient one = ResourceClient.connect(resources.address(), "one");
        ResourceClient other = ResourceClient.connect(resources.address(), "other")) {
      assertThat(one.use("/a", 5)).isTrue();
      assertThat(other.use("/a", 7)).isTrue();
      assertThat(one.use("/a", 5)).isFalse();
      assertThat(other.use("/a", 7)).isTrue();
      assertThat(one.use("/b", 5)).isTrue();
    }

    assertThat(accesses())
        .extracting(Entry.Accessed::client, Entry.Accessed::token, Entry.Accessed::accepted)
        .containsExactly(
            tuple("one", 5L, true),
            tuple("other", 7L, true),
            tuple("one", 5L, false),
            tuple("other", 7L, true),
            tuple("one", 5L, true));
    assertThat(accesses()).allMatch(Entry.Accessed::fenced);
  }

  @Test
  void usesThatOverlapAreWrittenDownAsTheyWere() throws IOException {
    try (ResourceServer resources = open();
        ResourceClient one = ResourceClient.connect(resources.address(), "one");
        ResourceClient other = ResourceClient.connect(resources.address(), "other")) {
      one.begin("/a", 5);
      other.begin("/a", 4);
      one.end("/a");
      other.end("/a");
    }

    List<Entry.Accessed> uses = accesses();
    assertThat(uses).extracting(Entry.Accessed::client).containsExactly("one", "other");
    assertThat(uses).noneMatch(Entry.Accessed::fenced).allMatch(Entry.Accessed::accepted);
    assertThat(uses.get(1).beganNanos()).isLessThan(uses.get(0).endedNanos());
  }

  @Test
  void whoLeavesUsesNothingAnyMore() throws IOException {
    try (ResourceServer resources = open()) {
      ResourceClient client = ResourceClient.connect(resources.address(), "one");
      client.begin("/a", 5);
      client.begin("/b", 6);
      client.close();
    }

    assertThat(accesses()).extracting(Entry.Accessed::key).containsExactly("/a", "/b");
  }

  @Test
  void deskThatIsClosedServesNobody() throws IOException {
    ResourceServer resources = open();
    ResourceClient client = ResourceClient.connect(resources.address(), "one");
    client.begin("/a", 5);

    resources.close();

    assertThatThrownBy(() -> client.use("/a", 5)).isInstanceOf(UncheckedIOException.class);
    assertThat(accesses()).extracting(Entry.Accessed::token).containsExactly(5L);
    client.close();
  }

  private ResourceServer open() throws IOException {
    return ResourceServer.open(folder.resolve("resources.jsonl"));
  }

  private List<Entry.Accessed> accesses() throws IOException {
    return History.read(folder).all(Entry.Accessed.class);
  }
}
