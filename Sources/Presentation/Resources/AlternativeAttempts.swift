import HTTP

/// The order in which the addresses of a resource are tried.
struct AlternativeAttempts {
  /// A request to one of the addresses.
  struct Attempt: Equatable {
    var address: BaseAddress
    /// How long it is repeated while the resource is missing.
    var retryTime: Duration = .zero
  }

  /// How long each address is tried in the second round, before the next one.
  private static let firstTime: Duration = .seconds(2)
  /// The longest time; each round through the addresses takes twice as long as the previous one.
  private static let longestTime: Duration = .seconds(8)

  /// The addresses that may still have the resource.
  private var addresses: [BaseAddress]
  private var next = 1
  /// The time for each address in this round.
  private var time: Duration = .zero
  /// The time left for further rounds.
  private var left: Duration

  /// Each address is tried once; after that they are tried in turn for `retryTime`.
  init(_ addresses: [BaseAddress], retryTime: Duration) {
    self.addresses = addresses
    left = retryTime
  }

  /// Whether the current attempt is one request without retries: another address is tried before the same one again.
  var isTriedOnce: Bool { time == .zero && (next < addresses.count || left > .zero) }

  /// The first attempt; nil without an address.
  var first: Attempt? { addresses.first.map { Attempt(address: $0) } }

  /// The attempt after the failed one; nil: there is none.
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
