import Synchronization

/// How resources are fetched.
package struct HTTPOptions: Sendable {
  /// Header fields to send. Those of `HeaderField.isSentEverywhere` go to every host, all others only to
  /// the host of the top-level URL: they may be secrets.
  package var headers: [HeaderField] = []
  /// The `User-Agent` to send.
  package var userAgent = "id3tap"
  /// Whether untrusted certificates are accepted.
  package var isInsecure = false
  /// A PEM file with certificates that are trusted like those of the system; nil: none.
  package var caFile: String?
  /// Whether addresses that are not public may be reached from a public top-level URL.
  package var allowsPrivateAddresses = false
  /// The longest wait for a connection, including the resolution of the name and TLS.
  package var connectTimeout: Duration = .seconds(10)
  /// The longest wait for the next bytes. Time in which the consumer does not take bytes is not counted.
  package var idleTimeout: Duration = .seconds(10)
  /// The longest time for one resource over all attempts; media without a known end has none. Time in
  /// which the consumer does not take bytes is not counted, and waits between attempts are not: see
  /// `RetryPolicy.longestTotal`.
  package var totalTimeout: Duration = .seconds(60)
  /// Segments may be large: bytes that come at this rate, or faster, lengthen the time for one. 64 KiB a
  /// second, less than any video has.
  package var segmentRate: Int64 = 64 << 10
  /// How long a server may keep the consumer waiting until `report` is called.
  package var noticeDelay: Duration = .seconds(5)
  /// Bytes of media taken from a connection at a time, at most. Large reads are fewer calls of the kernel; a
  /// process with thousands of connections is better off with small ones.
  package var receiveSize = 256 << 10
  /// Bytes read ahead of the consumer of each resource.
  package var bufferSize = 2 << 20
  /// How often a resource may be redirected.
  package var maximumRedirects = 5
  /// When and how often to try again.
  package var retries = RetryPolicy()
  /// Says why a host, in lower case, must never be contacted for any resource; nil when it may be.
  package var refusal: @Sendable (_ host: String) -> String? = { _ in nil }
  /// The environment variables, which may name proxies.
  package var environment: [String: String] = [:]

  /// Called, on a thread of the network, with what makes the consumer of a resource wait.
  package var report: @Sendable (FetchNotice) -> Void = { _ in }

  /// Takes what servers last answered; nil: nobody asks for it.
  package var record: FetchRecord?

  /// Settings for most servers.
  package init() {}
}

/// Something that makes the consumer of a resource wait: a slow server, or a failed attempt.
package struct FetchNotice: Sendable, Hashable {
  /// The URL asked for, as messages show it.
  package var url: String
  /// The event and the reaction to it, in plain words.
  package var text: String
  /// Whether it takes seconds, so that it should be reported without `--verbose`.
  package var isLong: Bool

  /// Makes a notice with the given parts.
  package init(url: String, text: String, isLong: Bool) {
    self.url = url
    self.text = text
    self.isLong = isLong
  }
}

/// What servers last answered to the requests of an input, for messages about its loss. Any thread can use it.
package final class FetchRecord: Sendable {
  /// The latest failure of an attempt, or the rate of a transfer that takes long.
  package struct Entry: Sendable, Equatable {
    /// Such as `segment 23.aac: example.com answered 404 (not found): check the URL`.
    package var text: String
    /// When it was recorded, in seconds of the record's clock.
    package var time: Double

    /// Makes an entry with the given parts.
    package init(text: String, time: Double) {
      self.text = text
      self.time = time
    }
  }

  private let now: @Sendable () -> Double
  private let entry = Mutex<Entry?>(nil)
  private let bytes = Atomic<Int64>(0)

  /// Makes an empty record; `now` is its clock.
  package init(now: @escaping @Sendable () -> Double) { self.now = now }

  /// The latest entry; nil: nothing failed.
  package var latest: Entry? { entry.withLock { $0 } }

  /// The bytes of segments that have come, whether or not they have been read.
  package var segmentBytes: Int64 { bytes.load(ordering: .relaxed) }

  func add(bytes count: Int) { bytes.wrappingAdd(Int64(count), ordering: .relaxed) }

  /// Records what happened to a request.
  func note(_ text: String, _ purpose: ResourceRequest.Purpose, at address: WebAddress) {
    let kind =
      switch purpose {
      case .playlist: "playlist"
      case .segment: "segment"
      case .initialization: "initialization section"
      case .key: "key"
      case .stream: "stream"
      }
    // Without the query, which may be a secret.
    let new = Entry(text: "\(kind) \(address.lastSegment): \(text)", time: now())
    entry.withLock { $0 = new }
  }
}
