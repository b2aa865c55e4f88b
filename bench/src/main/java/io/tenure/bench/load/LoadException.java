package io.tenure.bench.load;

/** Why a measurement could not be made, or what it found that must never be. For people. */
final class LoadException extends RuntimeException {
  LoadException(String message) {
    super(message);
  }

  LoadException(String message, Throwable cause) {
    super(message, cause);
  }
}
