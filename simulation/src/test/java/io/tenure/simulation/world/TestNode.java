package io.tenure.simulation.world;

import java.util.ArrayList;
import java.util.List;

/** A node that writes down what happens to it. */
public final class TestNode extends Node {
  private final List<String> heard = new ArrayList<>();

  public TestNode(World world, String name) {
    super(world, name);
    start();
  }

  public void hear(String what) {
    heard.add(what);
  }

  public List<String> heard() {
    return heard;
  }

  @Override
  protected void onStart() {}

  @Override
  protected void onCrash() {}
}
