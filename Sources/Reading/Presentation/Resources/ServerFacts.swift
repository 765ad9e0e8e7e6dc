import Formats
import HTTP
import Synchronization

/// Remembers how to request the segments of one rendition: the base URL that works, the length of the first request,
/// and whether to request byte ranges.
final class ServerFacts: Sendable {
  private struct State {
    /// The base URL that worked after another one had failed, to be tried first; nil to try the
    /// base URLs in the order of the manifest.
    var working: String?
    var note: String?
    var isNoted = false
    var headLength: Int64 = 4096
    var areRangesSent = true
  }

  /// The shortest and the longest first request for a segment, in bytes. The shortest is enough to detect fragmented
  /// media.
  private static let headLengths: ClosedRange<Int64> = 1024...(256 << 10)

  private let state = Mutex(State())

  /// The number of bytes of a segment to request first: an estimate of the bytes before its media data.
  var headLength: Int64 { state.withLock(\.headLength) }

  /// Whether byte ranges are worth requesting. True until `noteWhole` is called.
  var areRangesSent: Bool { state.withLock(\.areRangesSent) }

  /// Records that later segments are to be fetched as a whole: the server did not send a range with the size of the
  /// resource, or most of a segment was needed although it was fetched in more than two ranges.
  func noteWhole() { state.withLock { $0.areRangesSent = false } }

  /// Records that the first `count` bytes of a segment were needed. The first request for a later segment asks for at
  /// least a quarter more bytes, within `headLengths`. Its length decreases only slowly.
  func note(needed count: Int64) {
    state.withLock { state in
      let length = max(count + count / 4, state.headLength - state.headLength / 8)
      state.headLength = min(max(length, Self.headLengths.lowerBound), Self.headLengths.upperBound)
    }
  }

  func order(_ addresses: [BaseAddress]) -> [BaseAddress] {
    guard let working = state.withLock({ $0.working }),
      let index = addresses.firstIndex(where: { $0.base == working })
    else { return addresses }
    var ordered = addresses
    ordered.insert(ordered.remove(at: index), at: 0)
    return ordered
  }

  /// Records that a resource was read from an address because another one failed.
  func noteRead(from address: BaseAddress, because failure: ResourceError) {
    state.withLock { state in
      state.working = address.base
      guard !state.isNoted else { return }
      state.isNoted = true
      state.note =
        "segments are read from \(ShownURL.text(address.base)), because \(failure.url) cannot be read "
        + "(\(failure.reason))"
    }
  }

  /// Returns and clears the text of a note that segments are read from a different base URL; nil if there is none.
  func takeNote() -> String? { state.withLock { $0.note.take() } }
}

/// The order in which the addresses of a resource are tried.
struct AlternativeAttempts {
  struct Attempt: Equatable {
    var address: BaseAddress
    /// The time for which the request is retried while the resource is missing.
    var retryTime: Duration = .zero
  }

  /// The time for which each address is tried in the second round.
  private static let firstTime: Duration = .seconds(2)
  /// The maximum time for which an address is tried in one round. Each round takes twice as long as
  /// the previous one, up to this limit.
  private static let longestTime: Duration = .seconds(8)

  /// The addresses that may still have the resource.
  private var addresses: [BaseAddress]
  private var next = 1
  /// The time for which each address is tried in the current round.
  private var time: Duration = .zero
  private var left: Duration

  /// Makes attempts that try each address once, and then the remaining addresses in turn for `retryTime`.
  init(_ addresses: [BaseAddress], retryTime: Duration) {
    self.addresses = addresses
    left = retryTime
  }

  /// Whether the current attempt is a single request without retries, because another address is tried before a retry.
  var isTriedOnce: Bool { time == .zero && (next < addresses.count || left > .zero) }

  /// The first attempt; nil if there is no address.
  var first: Attempt? { addresses.first.map { Attempt(address: $0) } }

  /// The attempt after a failed one; nil if no address or no time is left.
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

/// The address of a resource below one of the base URLs of a Representation.
struct BaseAddress: Sendable, Hashable {
  /// The maximum number of addresses that are tried for a resource.
  static let maximumCount = 4

  var base: String
  /// The address as results show it.
  var uri: String
  var url: String
}
