/// In which order the addresses of a resource are asked.
struct AlternativeAttempts {
  /// A request to one of the addresses.
  struct Attempt: Equatable {
    var address: BaseAddress
    /// How long it is asked again while the resource is not there.
    var retryTime: Duration = .zero
  }

  /// How long the first address is asked for a resource that none has yet, before the next one is asked.
  private static let firstTime: Duration = .seconds(2)
  /// The longest time; each round through the addresses takes twice that of the round before.
  private static let longestTime: Duration = .seconds(8)

  /// The addresses that may still have it.
  private var addresses: [BaseAddress]
  private var next = 1
  /// The time of each address in this round.
  private var time: Duration = .zero
  /// The time for the rounds to come.
  private var left: Duration

  /// Each address is asked once; where the resource may come within `retryTime`, they are asked in turn then.
  init(_ addresses: [BaseAddress], retryTime: Duration) {
    self.addresses = addresses
    left = retryTime
  }

  /// Whether the attempt under way is one request without retries: another address is asked before the same one again.
  var isTriedOnce: Bool { time == .zero && (next < addresses.count || left > .zero) }

  /// The first attempt; nil without an address.
  var first: Attempt? { addresses.first.map { Attempt(address: $0) } }

  /// What follows the attempt that failed; nil: there is no more.
  mutating func next(after failed: Attempt, _ error: ResourceError) -> Attempt? {
    if !Self.mayPass(error), let index = addresses.firstIndex(of: failed.address) {
      addresses.remove(at: index)
      next -= 1
    }
    if next >= addresses.count {
      next = 0
      time = time == .zero ? Self.firstTime : min(time * 2, Self.longestTime)
    }
    guard addresses.indices.contains(next), time == .zero || left > .zero else { return nil }
    let attempt = Attempt(address: addresses[next], retryTime: min(time, left))
    left -= attempt.retryTime
    next += 1
    return attempt
  }

  /// Whether the same address may have the resource later.
  private static func mayPass(_ error: ResourceError) -> Bool {
    [.notFound, .status, .unreachable, .timedOut].contains(error.code)
  }
}
