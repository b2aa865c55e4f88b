package io.tenure.bench.load;

/** Hears how a worker gets on, and says what it does next. */
interface PairListener {
  void granted(Worker worker, Link from, long nowNanos);

  void released(Worker worker, long nowNanos);
}
