import Glibc

@testable import HTTP

/// The result of a fetch.
struct Fetched {
  var response: ResourceResponse?
  var bytes: [UInt8] = []
  var error: ResourceError?

  /// Whether exactly the expected bytes arrived without a failure. An expectation must not compare the bytes itself,
  /// because it would search the differences of a million bytes for hours.
  func holds(_ expected: some Collection<UInt8>) -> Bool {
    guard error == nil, bytes.count == expected.count else { return false }
    // A comparison element by element takes seconds without optimization.
    let isSame = expected.withContiguousStorageIfAvailable { expected in
      bytes.withUnsafeBytes { bytes in
        guard let one = bytes.baseAddress, let other = expected.baseAddress else { return true }
        return memcmp(one, other, expected.count) == 0
      }
    }
    return isSame ?? bytes.elementsEqual(expected)
  }
}

extension HTTPLoader {
  /// Fetches a whole resource.
  func fetch(
    _ url: String,
    range: Range<Int64>? = nil,
    purpose: ResourceRequest.Purpose = .segment,
    maximumSize: Int64 = 64 << 20
  ) async -> Fetched {
    await open(
      ResourceRequest(url: url, byteRange: range, purpose: purpose, maximumSize: maximumSize)
    ).fetched()
  }
}

extension Resource {
  /// Reads to the end.
  func fetched() async -> Fetched {
    var fetched = Fetched()
    do throws(ResourceError) {
      fetched.response = try await response()
      while case let bytes = try await next(), !bytes.isEmpty { fetched.bytes += bytes }
    } catch {
      fetched.error = error
    }
    return fetched
  }
}

extension HTTPEnvironment {
  /// An environment in which retries are immediate. `waits` is called with the wait before each retry.
  static func impatient(_ waits: @escaping @Sendable (Duration) -> Void = { _ in })
    -> HTTPEnvironment
  {
    HTTPEnvironment(
      now: { 1_000_000_000_000 },
      random: { 0.5 },
      wait: { waits($0) }
    )
  }
}

/// A repeated pattern of bytes with a prime length, so that a wrong position is detected.
func sampleBytes(_ count: Int) -> [UInt8] {
  var state: UInt32 = 1
  let pattern = (0..<4099).map { _ in
    state = state &* 1_664_525 &+ 1_013_904_223
    return UInt8(state >> 24)
  }
  var bytes: [UInt8] = []
  bytes.reserveCapacity(count + pattern.count)
  while bytes.count < count { bytes += pattern }
  return Array(bytes.prefix(count))
}
