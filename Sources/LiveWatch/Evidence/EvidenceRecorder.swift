import HLS
import Synchronization

/// Keeps the data that was last read of a feed: the latest text of each playlist, and the latest segments,
/// keys and initialization sections, or the latest bytes of a stream without segments. Any thread can use it.
package final class EvidenceRecorder: Sendable {
  /// A URL, or a byte range of its resource.
  struct Source: Hashable, Sendable {
    var url: String
    var range: Range<Int64>?
  }

  struct Piece: Sendable {
    /// The number of the piece, in the order in which pieces arrived.
    var serial: Int
    var bytes: [UInt8]
  }

  /// A playlist as it was last read.
  struct Text: Sendable {
    /// The URL after redirects: relative URIs refer to it.
    var base: String
    var bytes: [UInt8]
  }

  /// The recorded data at one moment.
  struct Recording: Sendable {
    /// The URL of the playlist or manifest of the feed; nil for a stream.
    var top: String?
    var texts: [String: Text] = [:]
    /// Earlier texts of playlists with partial segments, the oldest first: a playlist lists the parts of its
    /// latest segments only.
    var earlier: [String: [Text]] = [:]
    var pieces: [Source: Piece] = [:]
    /// Sources of which nothing could be read.
    var failures: Set<Source> = []
    /// Whether a piece was larger than the memory of the feed.
    var hasOmitted = false
    /// The latest bytes of a stream.
    var stream: [[UInt8]] = []

    /// The size in bytes.
    fileprivate(set) var size = 0

    /// The bytes of a source, also if they were read together with others: a request for an announced part of
    /// unknown length also returns the parts after it.
    func piece(covering source: Source) -> Piece? {
      if let piece = pieces[source] { return piece }
      guard let range = source.range else { return nil }
      let wider = pieces.lazy.filter { $0.key.url == source.url }.map { known, piece in
        (start: known.range?.lowerBound ?? 0, piece: piece)
      }
      .first { known in
        known.start <= range.lowerBound
          && range.upperBound - known.start <= Int64(known.piece.bytes.count)
      }
      guard let wider else { return nil }
      let first = Int(range.lowerBound - wider.start)
      let bytes = Array(wider.piece.bytes[first..<first + range.count])
      return Piece(serial: wider.piece.serial, bytes: bytes)
    }
  }

  private struct State {
    var recording = Recording()
    /// Pieces and failures, the oldest first.
    var order: [Source] = []
    /// Pieces that many segments use and that are read once, the oldest first.
    var shared: [Source] = []
    /// The size of the shared pieces in bytes.
    var sharedSize = 0
    var nextSerial = 0
    /// The URLs of texts, the oldest first.
    var textOrder: [String] = []
    /// The first bytes of a feed, until it is known whether it is a playlist.
    var head: (url: String, bytes: [UInt8])?
  }

  /// The most bytes of a playlist that is kept.
  private static let largestText = 4 << 20
  /// The most playlists of a feed that are kept.
  private static let mostTexts = 64
  /// The most earlier texts of a playlist with partial segments that are kept.
  private static let mostEarlier = 12
  /// The earlier texts of one playlist use at most 1/16 of the memory of a feed.
  private static let earlierPart = 16
  /// The most shared pieces that are kept.
  private static let mostShared = 256
  /// The shared pieces use at most 1/4 of the memory of a feed.
  private static let sharedPart = 4
  /// The most pieces and failures that are kept.
  private static let mostEntries = 1024
  /// The bytes of a stream are joined into chunks of at least this many bytes.
  private static let chunkSize = 64 << 10
  private static let mark = Array("#EXTM3U".utf8)

  private let budget: EvidenceBudget
  private let state = Mutex(State())

  init(_ budget: EvidenceBudget) {
    self.budget = budget
    budget.join()
  }

  deinit { budget.leave() }

  /// The recorded data at this moment.
  var recording: Recording { state.withLock { $0.recording } }

  /// The most bytes of a piece that is kept.
  var largestPiece: Int { budget.share }

  // MARK: - Recording

  /// Begins a recording: the feed is opened.
  func begin(url: String) {
    state.withLock { state in
      state.head = (url, [])
      state.recording.size -= state.recording.stream.reduce(0) { $0 + $1.count }
      state.recording.stream = []
    }
  }

  /// Records bytes of the feed itself; empty at its end.
  func receive(_ bytes: UnsafeRawBufferPointer) {
    let share = budget.share
    state.withLock { state in
      if let head = state.head,
        head.bytes.count < Self.mark.count + 3 || Self.isPlaylist(head.bytes)
      {
        guard head.bytes.count + bytes.count <= min(Self.largestText, share) else { return }
        state.head?.bytes += bytes
        // Not every reader reads to the end: a playlist is recorded after each read.
        if let head = state.head, Self.isPlaylist(head.bytes) {
          state.recording.top = head.url
          Self.set(Text(base: head.url, bytes: head.bytes), of: head.url, share, in: &state)
          return Self.trim(&state, to: share)
        }
        guard let head = state.head, head.bytes.count >= Self.mark.count + 3 else { return }
        state.recording.top = nil
        state.head = nil
        Self.append(head.bytes[...], to: &state)
      } else {
        Self.append(bytes, to: &state)
      }
      Self.trim(&state, to: share)
    }
  }

  /// Records a playlist that was read to its end.
  func receive(playlist bytes: [UInt8], at url: String, base: String) {
    let share = budget.share
    guard bytes.count <= min(Self.largestText, share) else { return }
    state.withLock { state in
      Self.set(Text(base: base, bytes: bytes), of: Self.key(url), share, in: &state)
      Self.trim(&state, to: share)
    }
  }

  /// Records a segment, a key, an initialization section or an index that was read, to its end or up to an
  /// error; `nil`: nothing was read.
  ///
  /// Many segments use a shared piece, and it is read once: segments are removed before it.
  func receive(_ bytes: [UInt8]?, of source: Source, isShared: Bool = false) {
    let share = budget.share
    state.withLock { state in
      Self.remove(source, from: &state)
      if let bytes {
        guard bytes.count <= share else { return state.recording.hasOmitted = true }
        state.recording.pieces[source] = Piece(serial: state.nextSerial, bytes: bytes)
        state.recording.size += bytes.count
        state.nextSerial += 1
      } else {
        state.recording.failures.insert(source)
      }
      if isShared, let bytes {
        state.shared.append(source)
        state.sharedSize += bytes.count
        Self.trimShared(&state, to: share / Self.sharedPart)
      } else {
        state.order.append(source)
        if state.order.count > Self.mostEntries { Self.remove(state.order[0], from: &state) }
      }
      Self.trim(&state, to: share)
    }
  }

  /// Records that a piece larger than ``largestPiece`` is not kept.
  func omit() { state.withLock { $0.recording.hasOmitted = true } }

  /// The URL of a playlist without delivery directives.
  static func key(_ url: String) -> String { DeliveryDirectives().applied(to: url) }

  // MARK: - State

  private static func isPlaylist(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: mark) || bytes.dropFirst(3).starts(with: mark)
      || EvidenceManifest.isManifest(bytes)
  }

  /// Removes the oldest shared pieces until the rest is within the limits; the latest piece is kept.
  private static func trimShared(_ state: inout State, to limit: Int) {
    while state.shared.count > 1,
      state.shared.count > mostShared || state.sharedSize > limit
    {
      remove(state.shared[0], from: &state)
    }
  }

  /// Removes the oldest data until the rest is within the limit.
  private static func trim(_ state: inout State, to share: Int) {
    while state.recording.size > share {
      if let oldest = state.order.first ?? state.shared.first {
        remove(oldest, from: &state)
      } else if state.recording.stream.count > 1 {
        state.recording.size -= state.recording.stream.removeFirst().count
      } else if !state.textOrder.isEmpty {
        removeText(from: &state)
      } else {
        return
      }
    }
  }

  /// Removes the oldest text, and the earlier ones of its playlist.
  private static func removeText(from state: inout State) {
    let url = state.textOrder.removeFirst()
    let oldest = state.recording.texts.removeValue(forKey: url)
    let earlier = state.recording.earlier.removeValue(forKey: url) ?? []
    state.recording.size -= oldest?.bytes.count ?? 0
    state.recording.size -= earlier.reduce(0) { $0 + $1.bytes.count }
  }

  private static func append(_ bytes: some Collection<UInt8>, to state: inout State) {
    if let last = state.recording.stream.indices.last,
      state.recording.stream[last].count < chunkSize
    {
      state.recording.stream[last] += bytes
    } else {
      state.recording.stream.append(Array(bytes))
    }
    state.recording.size += bytes.count
  }

  private static func set(_ text: Text, of url: String, _ share: Int, in state: inout State) {
    let known = state.recording.texts[url]
    if let known { keepEarlier(known, before: text, of: url, share, in: &state) }
    state.recording.size += text.bytes.count - (known?.bytes.count ?? 0)
    state.recording.texts[url] = text
    guard known == nil else {
      // A text that is read again is in use.
      guard let index = state.textOrder.firstIndex(of: url) else { return }
      state.textOrder.append(state.textOrder.remove(at: index))
      return
    }
    state.textOrder.append(url)
    if state.textOrder.count > mostTexts { removeText(from: &state) }
  }

  /// Keeps an earlier text with parts, one for each segment that ends.
  private static func keepEarlier(
    _ known: Text,
    before next: Text,
    of url: String,
    _ share: Int,
    in state: inout State
  ) {
    guard let end = EvidenceText.lastSegment(of: known.bytes),
      end != EvidenceText.lastSegment(of: next.bytes),
      EvidenceText.listsParts(known.bytes)
    else { return }
    var earlier = state.recording.earlier[url] ?? []
    earlier.append(known)
    state.recording.size += known.bytes.count
    var total = earlier.reduce(0) { $0 + $1.bytes.count }
    while earlier.count > mostEarlier || total > share / earlierPart, !earlier.isEmpty {
      let count = earlier.removeFirst().bytes.count
      total -= count
      state.recording.size -= count
    }
    state.recording.earlier[url] = earlier
  }

  private static func remove(_ source: Source, from state: inout State) {
    if let piece = state.recording.pieces.removeValue(forKey: source) {
      state.recording.size -= piece.bytes.count
      if let index = state.shared.firstIndex(of: source) {
        state.shared.remove(at: index)
        state.sharedSize -= piece.bytes.count
        return
      }
    } else if state.recording.failures.remove(source) == nil {
      return
    }
    if let index = state.order.firstIndex(of: source) { state.order.remove(at: index) }
  }
}

/// The memory for the recorded data of all feeds, in equal shares.
package final class EvidenceBudget: Sendable {
  private let limit: Int
  private let count = Atomic<Int>(0)

  /// Makes a budget of this many bytes.
  package init(bytes: Int) { limit = bytes }

  /// The bytes of one feed.
  var share: Int { limit / max(1, count.load(ordering: .relaxed)) }

  fileprivate func join() { count.add(1, ordering: .relaxed) }
  fileprivate func leave() { count.subtract(1, ordering: .relaxed) }
}
