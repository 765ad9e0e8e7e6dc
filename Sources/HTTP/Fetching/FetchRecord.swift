import Synchronization

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
  func note(_ text: String, _ purpose: ResourceRequest.Purpose, at address: FetchAddress) {
    let kind =
      switch purpose {
      case .playlist: "playlist"
      case .segment: "segment"
      case .initialization: "initialization section"
      case .key: "key"
      case .stream: "stream"
      }
    // Without the query, which may be a secret.
    let name = address.path.split(separator: "/").last ?? "/"
    let new = Entry(text: "\(kind) \(name): \(text)", time: now())
    entry.withLock { $0 = new }
  }
}
