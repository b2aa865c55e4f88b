package io.tenure.server.api.read;

import io.tenure.core.model.Key;
import io.tenure.core.model.KeyStanding;
import io.tenure.core.snapshot.Snapshot;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.KeyView;
import io.tenure.protocol.v1.ListReply;
import io.tenure.protocol.v1.Reply;
import io.tenure.server.api.encode.KeyViewEncoder;
import io.tenure.server.api.error.CallRefused;
import io.tenure.server.api.load.ReplyReservation;
import io.tenure.server.api.read.ReadExecutor.ListingSnapshots;
import io.tenure.server.api.request.Call;
import io.tenure.server.api.request.RoutedRequest;
import java.util.List;

/** Reads a page of the keys below a prefix, from a snapshot of the state, on a thread for reads. */
public final class ListCall extends Call {
  /** A page that has reached this size is closed: a client's messages are bounded, too. */
  private static final int MAX_BYTES = 1 << 20;

  private final ReadExecutor reads;
  private final ListingSnapshots snapshots;
  private final ListPage page;
  private final boolean lastShard;

  public ListCall(
      RoutedRequest asked,
      ReadExecutor reads,
      ListingSnapshots snapshots,
      ListPage page,
      boolean lastShard) {
    super(asked);
    this.reads = reads;
    this.snapshots = snapshots;
    this.page = page;
    this.lastShard = lastShard;
  }

  @Override
  public void begin() {
    reads.enter();
    ReplyReservation room = room();
    await(
        this,
        snapshots
            .take(request.getList().getStaleOk())
            .thenCompose(snapshot -> reads.supply(() -> list(snapshot, room)))
            .whenComplete((reply, thrown) -> reads.leave()),
        ListCall::onReply);
  }

  private void onReply(ListReply reply) {
    finish(Reply.newBuilder().setList(reply));
  }

  /** Refused if there is no room for the page: a client may have left many pages unread. */
  private ListReply list(Snapshot snapshot, ReplyReservation room) {
    ListReply page = list(snapshot);
    Error full = room.take(ReplyReservation.bytes(page));
    if (full != null) {
      throw new CallRefused(full);
    }
    return page;
  }

  private ListReply list(Snapshot snapshot) {
    KeyViewEncoder views = new KeyViewEncoder(parts, snapshot::session);
    // One more than asked for tells whether there is another page.
    List<KeyStanding> found =
        snapshot.list(page.prefix(), page.after(), page.keys() + 1, page.waiters());
    ListReply.Builder reply = ListReply.newBuilder().setRevision(snapshot.revision());
    int bytes = 0;
    Key last = page.after();
    for (KeyStanding standing : found) {
      if (reply.getKeysCount() == page.keys() || bytes > MAX_BYTES) {
        return reply
            .setNextPageToken(ListPage.token(page.shard(), last))
            .setNextPageShard(page.shard())
            .build();
      }
      KeyView view = views.view(standing);
      reply.addKeys(view);
      bytes += view.getSerializedSize();
      last = standing.key();
    }
    if (page.prefix() == null && !lastShard) {
      reply
          .setNextPageToken(ListPage.token(page.shard() + 1, null))
          .setNextPageShard(page.shard() + 1);
    }
    return reply.build();
  }
}
