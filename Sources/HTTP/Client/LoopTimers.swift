import System

/// The due jobs, the next first.
struct LoopTimers {
  typealias Instant = ContinuousClock.Instant

  /// A cancelled timer stays for a while, without a body.
  private var ids = DeadlineQueue<Instant, UInt64>()
  private var bodies: [UInt64: @Sendable () -> Void] = [:]
  private var lastID: UInt64 = 0

  /// How many wait.
  var count: Int { bodies.count }

  /// How many entries there are, cancelled ones included.
  var entryCount: Int { ids.count }

  mutating func add(_ deadline: Instant, _ body: @escaping @Sendable () -> Void) -> UInt64 {
    lastID += 1
    bodies[lastID] = body
    ids.insert(lastID, at: deadline)
    return lastID
  }

  mutating func cancel(_ id: UInt64) {
    bodies[id] = nil
    // Timers without a body must not become most of the queue.
    guard ids.count > 2 * bodies.count + 64 else { return }
    ids.keep { [bodies] in bodies[$0] != nil }
  }

  /// When the next one is due.
  mutating func next() -> Instant? {
    while let deadline = ids.first, let id = ids.firstElement, bodies[id] == nil {
      _ = ids.removeFirst(upTo: deadline)
    }
    return ids.first
  }

  /// Takes one that is due.
  mutating func popDue(_ now: Instant) -> (@Sendable () -> Void)? {
    guard next() != nil, let id = ids.removeFirst(upTo: now) else { return nil }
    return bodies.removeValue(forKey: id)
  }
}
