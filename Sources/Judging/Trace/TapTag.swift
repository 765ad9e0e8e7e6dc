import NielsenTag
import System
import TimedMetadata

/// A tag at one tap, with the properties that a trace compares. The tags in records have rounded times, and no
/// `audioDistance` or `arrival`.
package struct TapTag: Sendable, Equatable {
  /// `data` or `info`; `id3` for a tag without a Nielsen payload.
  package var kind: String
  /// SHA-256 of the exact bytes, as hexadecimal digits.
  package var digest: String
  /// The size of the tag in bytes.
  package var size: Int
  /// The first Nielsen owner identifier, which is the whole payload, or else the tag's first owner identifier. Empty if
  /// the tag has none.
  package var owner: String
  /// The sequence number and the first and last tag time of the payload, which survive repackaging. Nil unless all
  /// three are known.
  package var identity: String?
  /// How the tag is carried, such as `ts-pes`.
  package var carriage: String
  /// The time in seconds on the tap's presentation timeline.
  package var time: Double?
  /// The tag's time of day in the stream, in Unix seconds.
  package var wallClock: Double?
  /// When the tap received the tag, in Unix seconds. Nil if unknown, as in recordings.
  package var arrival: Double?
  /// The seconds from the PTS of the audio before the tag in the multiplex to the PTS of the tag.
  package var audioDistance: Double?
  /// Whether the tag's first bytes are missing, because an old version of FFmpeg removed them. Players do not find such
  /// a tag. `digest` is the digest of the restored tag.
  package var isCut = false
  package var rendition: String?
  package var pid: Int?
  package var segment: String?
  /// The byte position in the input or, in HLS and DASH, in the segment.
  package var offset: Int64?

  package init(kind: String, digest: String, size: Int, owner: String, carriage: String) {
    (self.kind, self.digest, self.size) = (kind, digest, size)
    (self.owner, self.carriage) = (owner, carriage)
  }

  package init(_ tag: TimedTag, arrival: Double? = nil) {
    let owners = tag.nielsenOwners + (tag.tag?.privateFrames.map(\.owner) ?? [])
    self.init(
      kind: tag.nielsen?.kind.rawValue ?? Self.otherKind,
      digest: SHA256.hexadecimal(of: tag.bytes),
      size: tag.bytes.count,
      owner: owners.first ?? "",
      carriage: tag.carriage.rawValue
    )
    identity = Self.identity(
      sequence: tag.nielsen?.sequence.map(Int.init),
      first: tag.nielsen?.firstTagTime.map { Int(clamping: $0) },
      last: tag.nielsen?.lastTagTime.map { Int(clamping: $0) }
    )
    isCut = tag.notes.contains(.strippedHeader)
    (time, wallClock, self.arrival) = (tag.time, tag.wallClock, arrival)
    (audioDistance, rendition, pid) = (tag.audioDistance, tag.rendition, tag.pid)
    (segment, offset) = (tag.segment, tag.offset)
  }

  /// `kind` of a tag without a Nielsen payload.
  package static let otherKind = "id3"

  package var isNielsen: Bool { kind != Self.otherKind }

  /// Whether two tags have the same bytes. If either tag comes from text, which has only the payload, the payloads are
  /// compared.
  func isSame(as other: TapTag) -> Bool {
    if digest == other.digest { return true }
    let hasText = [carriage, other.carriage].contains(Carriage.text.rawValue)
    return hasText && !owner.isEmpty && owner == other.owner
  }

  package static func identity(sequence: Int?, first: Int?, last: Int?) -> String? {
    guard let sequence, let first, let last else { return nil }
    return "\(sequence) \(first) \(last)"
  }
}

/// The difference between a tag at two taps.
package struct TagChange: Sendable, Equatable {
  /// The difference in words, such as `payload bytes 66–69 (watermark blob)`.
  package var words: String

  package init(from old: TapTag, to new: TapTag) {
    let (first, second) = (Array(old.owner.utf8), Array(new.owner.utf8))
    guard old.isCut == new.isCut else {
      words =
        new.isCut ? "the tag's first bytes are missing" : "the tag's first bytes were restored"
      return
    }
    guard first != second else {
      words =
        old.size == new.size
        ? "bytes outside the payload"
        : "bytes outside the payload: the tag has \(new.size) bytes instead of \(old.size)"
      return
    }
    guard first.count == second.count else {
      words = "the payload has \(second.count) characters instead of \(first.count)"
      return
    }
    let isPayload = old.isNielsen && first.count == NielsenPayload.byteCount
    var places: [String] = []
    var index = 0
    while let start = (index..<first.count).first(where: { first[$0] != second[$0] }) {
      let end = (start..<first.count).first { first[$0] == second[$0] } ?? first.count
      let bytes = end - start == 1 ? "byte \(start)" : "bytes \(start)–\(end - 1)"
      let field = PayloadField.allCases.last { $0.offset <= start }
      places.append(isPayload ? bytes + (field.map { " (\($0))" } ?? "") : bytes)
      index = end
    }
    let rest = places.count - Self.listed
    words =
      "payload " + places.prefix(Self.listed).joined(separator: ", ")
      + (rest > 0 ? " and \(rest) more places" : "")
  }

  private static let listed = 4

  /// Whether two tags are probably the same tag with changed bytes: their payloads have equal lengths, and at most the
  /// share `part` of the bytes differs. Tags without a payload must have equal owners and sizes.
  static func isLikely(from old: TapTag, to new: TapTag, atMost part: Double) -> Bool {
    guard old.isNielsen == new.isNielsen else { return false }
    guard old.isNielsen else { return old.owner == new.owner && old.size == new.size }
    let (first, second) = (old.owner.utf8, new.owner.utf8)
    guard first.count == second.count else { return false }
    let differing = zip(first, second).count { $0 != $1 }
    return Double(differing) <= part * Double(first.count)
  }
}
