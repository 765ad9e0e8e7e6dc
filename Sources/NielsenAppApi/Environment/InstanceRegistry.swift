import Synchronization

/// Counts the live engine instances of every app id.
public final class InstanceRegistry: Sendable {
  /// The registry of the process.
  public static let standard = InstanceRegistry()

  private let counts = Mutex<[String: Int]>([:])

  /// Makes a registry of its own, for tests and tools that run engines side by side.
  public init() {}

  /// Takes a slot; false when `limit` slots of `appID` are taken. 0 means no limit.
  func acquire(appID: String, limit: Int) -> Bool {
    counts.withLock { counts in
      let live = counts[appID] ?? 0
      guard limit == 0 || live < limit else { return false }
      counts[appID] = live + 1
      return true
    }
  }

  /// Gives a slot back.
  func release(appID: String) {
    counts.withLock { counts in
      let live = counts[appID] ?? 0
      counts[appID] = live > 1 ? live - 1 : nil
    }
  }
}
