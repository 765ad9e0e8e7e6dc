import Synchronization

package struct HTTPOptions: Sendable {
  /// The header fields to send. Fields with `HeaderField.isSentEverywhere` go to every host; all others may be secrets
  /// and go only to the host of the top-level URL.
  package var headers: [HeaderField] = []
  package var userAgent = "id3tap"
  /// Whether untrusted certificates are accepted.
  package var isInsecure = false
  /// A PEM file with certificates that are trusted in addition to those of the system.
  package var caFile: String?
  /// Whether addresses that are not public may be reached from a public top-level URL or a local playlist.
  package var allowsPrivateAddresses = false
  /// The timeout for connecting, including name resolution and TLS.
  package var connectTimeout: Duration = .seconds(10)
  /// The timeout for the next bytes, not counting time in which the consumer takes no bytes.
  package var idleTimeout: Duration = .seconds(10)
  /// The total timeout for one resource over all attempts; media without a known end have no total timeout. Time in
  /// which the consumer takes no bytes counts only for requests with a time limit.
  package var totalTimeout: Duration = .seconds(60)
  /// The number of received bytes of a segment that extend its total timeout by one second, because segments may be
  /// large. 64 KiB per second is less than most video needs.
  package var segmentRate: Int64 = 64 << 10
  /// The time a server may keep the consumer waiting before `report` is called.
  package var noticeDelay: Duration = .seconds(5)
  /// The maximum number of bytes of media read from a connection at a time. Larger reads need fewer system calls; a
  /// process with thousands of connections should use smaller reads.
  package var receiveSize = 256 << 10
  /// The number of bytes of each resource that are read ahead of the consumer.
  package var bufferSize = 2 << 20
  package var maximumRedirects = 5
  package var retries = RetryPolicy()
  /// Returns the reason why a host, in lower case, must never be contacted; nil if it may be contacted.
  package var refusal: @Sendable (_ host: String) -> String? = { _ in nil }
  /// The environment variables, which may name proxies.
  package var environment: [String: String] = [:]

  /// Called, on any thread, when the consumer of a resource has to wait.
  package var report: @Sendable (FetchNotice) -> Void = { _ in }

  /// Records the latest event in the requests; nil means that events are not recorded.
  package var record: FetchRecord?

  package init() {}
}

/// A reason why the consumer of a resource has to wait: a slow server, or a failed attempt.
package struct FetchNotice: Sendable, Hashable {
  /// The requested URL, with secrets hidden.
  package var url: String
  /// The event and the loader's reaction, such as `example.com answered 503 (unavailable): retrying in 0.5 s`.
  package var text: String
  /// Whether the wait is so long that it is reported even without `--verbose`.
  package var isLong: Bool

  package init(url: String, text: String, isLong: Bool) {
    self.url = url
    self.text = text
    self.isLong = isLong
  }
}

/// The latest event in the requests of an input, for messages about the loss of the input. Any thread may use it.
package final class FetchRecord: Sendable {
  /// The latest failed attempt, except for timeouts, or the rate of a transfer that takes a long time.
  package struct Entry: Sendable, Equatable {
    /// Text such as `segment 23.aac: example.com answered 404 (not found): check the URL`.
    package var text: String
    /// The time of the entry, in seconds of the record's clock.
    package var time: Double

    package init(text: String, time: Double) {
      self.text = text
      self.time = time
    }
  }

  private let now: @Sendable () -> Double
  private let entry = Mutex<Entry?>(nil)
  private let bytes = Atomic<Int64>(0)

  package init(now: @escaping @Sendable () -> Double) { self.now = now }

  /// The latest entry; nil if nothing has been recorded.
  package var latest: Entry? { entry.withLock { $0 } }

  /// The number of segment bytes received, including those that the consumer has not read.
  package var segmentBytes: Int64 { bytes.load(ordering: .relaxed) }

  func add(bytes count: Int) { bytes.wrappingAdd(Int64(count), ordering: .relaxed) }

  func note(_ text: String, _ purpose: ResourceRequest.Purpose, at address: WebAddress) {
    let kind =
      switch purpose {
      case .playlist: "playlist"
      case .segment: "segment"
      case .initialization: "initialization section"
      case .key: "key"
      case .stream: "stream"
      }
    // The query is left out, because it may contain a secret.
    let new = Entry(text: "\(kind) \(address.lastSegment): \(text)", time: now())
    entry.withLock { $0 = new }
  }
}
