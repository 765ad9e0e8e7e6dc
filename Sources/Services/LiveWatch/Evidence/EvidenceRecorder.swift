import HLS
import Synchronization

/// Keeps the latest data of a feed as it was received: the latest text of each playlist or manifest, and the latest
/// segments, keys and initialization sections, or the latest bytes of a stream without segments. Any thread may use it.
package final class EvidenceRecorder: Sendable {
  typealias File = (name: String, bytes: [UInt8])

  enum Kind {
    case text, segment
    /// A key, an initialization section or an index, which is read once and used by many segments.
    case shared
  }

  private struct Piece {
    var kind: Kind
    var url: String
    var range: Range<Int64>?
    /// The number of the rendition of a segment.
    var rendition: Int?
    /// The number of the piece in the order of arrival.
    var serial: Int
    var bytes: [UInt8]

    /// The file name, such as `audio_s12-00012.m4s`: the folder of the URL, the kind and number of the piece, the start
    /// of its byte range, and the last part of the URL.
    var name: String {
      let parts = path.split(separator: "/")
      // The scheme and the host are not folders.
      let folder = parts.count > 3 ? "\(Self.plain(parts[parts.count - 2]))_" : ""
      let start = range.map { "-\($0.lowerBound)" } ?? ""
      let prefix = kind == .segment ? "s" : kind == .text ? "playlist" : "init"
      return "\(folder)\(prefix)\(serial)\(start)-\(Self.plain(parts.last ?? ""))"
    }

    private var path: Substring { url.prefix { $0 != "?" && $0 != "#" } }

    /// The last 80 characters of a part of a URL, without characters that have a meaning for file systems.
    private static func plain(_ part: Substring) -> String {
      let known = part.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
      return String(known.drop { $0 == "." }.suffix(80))
    }
  }

  private struct State {
    /// The pieces, the oldest first.
    var pieces: [Piece] = []
    var nextSerial = 0
    var url = ""
    /// The first bytes of the feed, which distinguish a playlist or manifest from a stream.
    var head: [UInt8] = []
    var stream: [[UInt8]] = []
    /// The total size of the kept data in bytes.
    var size = 0
    /// Whether a resource was larger than the feed's share of memory.
    var hasOmitted = false

    mutating func remove(_ index: Int) { size -= pieces.remove(at: index).bytes.count }
  }

  /// The maximum numbers of a rendition's segments, a feed's playlists and manifests, and a feed's shared pieces.
  private static let mostSegments = 12
  private static let mostTexts = 64
  private static let mostShared = 64
  /// The minimum size, in bytes, of the chunks into which the bytes of a stream are joined.
  private static let chunkSize = 64 << 10

  private let budget: EvidenceBudget
  private let state = Mutex(State())

  init(_ budget: EvidenceBudget) {
    self.budget = budget
    budget.join()
  }

  deinit { budget.leave() }

  /// The maximum size of a piece, in bytes.
  var largestPiece: Int { budget.share }

  var hasOmitted: Bool { state.withLock { $0.hasOmitted } }

  // MARK: - Recording

  func begin(url: String) {
    state.withLock { state in
      (state.url, state.head) = (url, [])
      state.size -= state.stream.reduce(0) { $0 + $1.count }
      state.stream = []
    }
  }

  /// Records bytes that were read from the feed's URL.
  func receive(_ bytes: UnsafeRawBufferPointer) {
    let share = budget.share
    state.withLock { state in
      state.head += bytes.prefix(max(0, Self.headSize - state.head.count))
      if let last = state.stream.indices.last, state.stream[last].count < Self.chunkSize {
        state.stream[last] += bytes
      } else {
        state.stream.append(Array(bytes))
      }
      state.size += bytes.count
      Self.trim(&state, to: share)
    }
  }

  /// Records a resource that was read to its end or up to an error.
  func receive(
    _ bytes: [UInt8],
    _ kind: Kind,
    url: String,
    range: Range<Int64>? = nil,
    rendition: Int? = nil
  ) {
    let share = budget.share
    state.withLock { state in
      guard bytes.count <= share else { return state.hasOmitted = true }
      if let known = state.pieces.firstIndex(where: { $0.url == url && $0.range == range }) {
        state.remove(known)
      }
      let piece = Piece(
        kind: kind,
        url: url,
        range: range,
        rendition: rendition,
        serial: state.nextSerial,
        bytes: bytes
      )
      state.pieces.append(piece)
      state.nextSerial += 1
      state.size += bytes.count
      let like = state.pieces.indices.filter { index in
        let other = state.pieces[index]
        return other.kind == kind && other.rendition == rendition
      }
      if like.count > Self.most(kind) { state.remove(like[0]) }
      Self.trim(&state, to: share)
    }
  }

  /// Records that a piece is not kept because it is larger than ``largestPiece``.
  func omit() { state.withLock { $0.hasOmitted = true } }

  private static func most(_ kind: Kind) -> Int {
    switch kind {
    case .text: mostTexts
    case .segment: mostSegments
    case .shared: mostShared
    }
  }

  /// Removes the oldest data while more than `share` bytes are kept: first segments, then chunks of the stream except
  /// the last one, then other pieces.
  private static func trim(_ state: inout State, to share: Int) {
    while state.size > share {
      if let oldest = state.pieces.firstIndex(where: { $0.kind == .segment }) {
        state.remove(oldest)
      } else if state.stream.count > 1 {
        state.size -= state.stream.removeFirst().count
      } else if !state.pieces.isEmpty {
        state.remove(0)
      } else {
        return
      }
    }
  }

  // MARK: - Files

  /// The URL of a playlist without delivery directives.
  static func key(_ url: String) -> String { DeliveryDirectives().applied(to: url) }

  private static let headSize = 16

  /// The recorded data as files. A file name contains at most the last two parts of a URL's path, and never the query.
  var files: [File] {
    state.withLock { state in
      var files = state.pieces.map { ($0.name, $0.bytes) }
      // A playlist that was reloaded is already among the pieces.
      let isText = Self.isText(state.head)
      if !state.stream.isEmpty, !isText || !state.pieces.contains(where: { $0.url == state.url }) {
        let first = Piece(kind: .text, url: state.url, serial: 0, bytes: [])
        files.append((isText ? first.name : "stream.ts", Array(state.stream.joined())))
      }
      return files
    }
  }

  /// Whether a feed that starts with these bytes is a playlist or manifest.
  private static func isText(_ head: [UInt8]) -> Bool {
    let text = head.drop { [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return text.starts(with: "#EXTM3U".utf8) || text.first == UInt8(ascii: "<")
  }
}

/// The memory for recorded data, which all feeds share equally.
package final class EvidenceBudget: Sendable {
  private let limit: Int
  private let count = Atomic<Int>(0)

  package init(bytes: Int) { limit = bytes }

  var share: Int { limit / max(1, count.load(ordering: .relaxed)) }

  fileprivate func join() { count.add(1, ordering: .relaxed) }
  fileprivate func leave() { count.subtract(1, ordering: .relaxed) }
}
