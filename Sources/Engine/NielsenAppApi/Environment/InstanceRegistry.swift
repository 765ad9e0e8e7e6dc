import Synchronization

/// Counts the live engine instances of each app id, and keeps the user's latest opt-out choice in any of them.
public final class InstanceRegistry: Sendable {
  /// The registry that the engines of a process share by default.
  public static let standard = InstanceRegistry()

  /// A choice that the user made in one instance and that applies to the whole app.
  struct Choice {
    var isOut: Bool
    /// When the choice was made, in milliseconds.
    var time: Int64
    /// A number that increases with every choice in the registry.
    var number: Int
  }

  private struct App {
    var count = 0
    var choice: Choice?
  }

  private let apps = Mutex<[String: App]>([:])
  /// The number of the latest choice for any app; 0 before the first choice.
  private let latest = Atomic<Int>(0)

  /// Makes a separate registry, for tests and tools that run engines next to each other.
  public init() {}

  /// Takes a slot for an instance of `appID`. Returns false if `limit` slots are taken; 0 means no limit.
  func acquire(appID: String, limit: Int) -> Bool {
    apps.withLock { apps in
      guard limit == 0 || apps[appID]?.count ?? 0 < limit else { return false }
      apps[appID, default: App()].count += 1
      return true
    }
  }

  /// Frees a slot. When the app's last slot is freed, its choice is forgotten, because the store keeps it.
  func release(appID: String) {
    apps.withLock { apps in
      apps[appID]?.count -= 1
      if apps[appID]?.count ?? 0 <= 0 { apps[appID] = nil }
    }
  }

  /// Records that the user has chosen in an instance of `appID` at `time` (milliseconds).
  /// - Returns: The number of the choice.
  func choose(appID: String, isOut: Bool, time: Int64) -> Int {
    apps.withLock { apps in
      let number = latest.add(1, ordering: .relaxed).newValue
      apps[appID]?.choice = Choice(isOut: isOut, time: time, number: number)
      return number
    }
  }

  /// The latest choice for `appID` that was made after the choice `number`; nil if there is no such choice.
  func choice(appID: String, after number: Int) -> Choice? {
    // Nearly all calls end here, without taking the lock.
    guard latest.load(ordering: .relaxed) > number else { return nil }
    return apps.withLock { $0[appID]?.choice }.flatMap { $0.number > number ? $0 : nil }
  }

  var choiceNumber: Int { latest.load(ordering: .relaxed) }
}
