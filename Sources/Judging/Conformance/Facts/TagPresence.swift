import Formats
import NielsenTag
import TimedMetadata

/// The presence of Nielsen DATA tags in the part of an input that was read.
enum TagPresence: Equatable, Sendable {
  /// A DATA tag was found.
  case present
  /// No DATA tag was found, although one was due, or the selected program or PID does not exist.
  case absent
  /// No DATA tag was found, but too little was read to be sure. The value is a sentence with the reason.
  case notJudged(String)
}

extension InputFacts {
  /// The minimum duration, in seconds, to judge content without tags. Shorter content may fall between two tags.
  private static let shortestWithoutTags = 30.0
  /// The usual interval between two DATA tags, in seconds.
  private static let tagInterval = 10.0

  var presence: TagPresence {
    guard tags.data == 0 else { return .present }
    // The selected program or PID does not exist: reading more does not help.
    guard unknownSelection == nil else { return .absent }
    if isTooShortForTags { return .notJudged(tooShort) }
    let missing = summary.renditions.reduce(0) { $0 + $1.segmentsMissing }
    if missing > 0 {
      return .notJudged(
        "not judged: the part that was read has no tag, and \(Decimals.counted(missing, "segment")) could not be read"
      )
    }
    guard !hasFailed else {
      let length = summary.duration.map { " after \(Words.seconds($0))" } ?? ""
      return .notJudged(
        "not judged: the part that was read has no tag, and reading stopped\(length)"
      )
    }
    return .absent
  }

  /// Whether content without DATA tags is too short to be judged, such as a segment or an initialization section.
  var isTooShortForTags: Bool {
    guard tags.data == 0 else { return false }
    guard let duration = summary.duration else { return summary.media == [.fragmentedMP4] }
    return duration < Self.shortestWithoutTags
  }

  private var tooShort: String {
    let limit = Words.limit(Self.shortestWithoutTags)
    guard let duration = summary.duration else {
      return "too short to judge: a part of an MP4 stream that does not declare its duration; "
        + "read at least \(limit)"
    }
    return
      "too short to judge: \(Words.limit((duration * 10).rounded() / 10)) without a tag; a tag is due every "
      + "\(Words.limit(Self.tagInterval)) to \(Words.limit(RuleDescription.cadenceGapLimit)): "
      + "read at least \(limit)"
  }
}

extension InputFacts {
  /// The number of tags that a viewer receives. Renditions repeat the same tags, and a viewer plays one program of a
  /// multiplex. For each kind, the rendition or program with the most tags is counted.
  var viewerTags: TagCounts {
    var firsts: [StreamKey: StreamKey] = [:]
    for succession in successions {
      for stream in succession.streams { firsts[stream.key] = succession.key }
    }
    return TagCounts(
      ofViewer: streams.map { stream in
        let key = firsts[stream.key] ?? stream.key
        return (key.rendition, key.program, stream.tags)
      }
    )
  }
}

extension TagCounts {
  /// Counts the tags that a viewer of these streams receives: for each kind, the highest count of a
  /// rendition or, without renditions, of a program.
  package init(ofViewer streams: [(rendition: String?, program: Int?, tags: TagCounts)]) {
    struct Part: Hashable {
      var rendition: String?
      var program: Int?
    }
    var sums: [Part: TagCounts] = [:]
    for (rendition, program, tags) in streams {
      let part = Part(rendition: rendition, program: rendition == nil ? program : nil)
      sums[part, default: TagCounts()] += tags
    }
    self.init()
    for sum in sums.values {
      (data, info, other) = (max(data, sum.data), max(info, sum.info), max(other, sum.other))
    }
  }

  package static func += (left: inout TagCounts, right: TagCounts) {
    left.data += right.data
    left.info += right.info
    left.other += right.other
  }

  /// Subtracts the counts of each kind; the result is at least 0.
  package static func - (left: TagCounts, right: TagCounts) -> TagCounts {
    TagCounts(
      data: max(0, left.data - right.data),
      info: max(0, left.info - right.info),
      other: max(0, left.other - right.other)
    )
  }
}

/// The reason why a tag that resembles a Nielsen tag is not recognized as one.
enum NielsenLookalike: Hashable, Sendable {
  /// The owner is misspelled; the value is its beginning.
  case owner(String)
  /// The payload is cut after this number of characters.
  case cut(Int)
  /// The payload is complete, but is not recognized.
  case damaged

  /// The number of bytes that are searched for an owner. Large tags contain pictures.
  private static let searchLimit = 4096
  private static let host = Array(NielsenPayload.ownerPrefix.utf8.dropLast())

  /// Creates the reason from the bytes of a tag; nil if they do not contain Nielsen's host name.
  init?(_ bytes: [UInt8]) {
    let bytes = bytes.prefix(Self.searchLimit)
    guard let start = bytes.indices.first(where: { Self.startsHost(bytes[$0...]) }) else {
      return nil
    }
    let prefix = NielsenPayload.ownerPrefix.utf8
    guard bytes[start...].starts(with: prefix) else {
      self = .owner(String(decoding: bytes[start...].prefix(prefix.count), as: UTF8.self))
      return
    }
    let length = bytes[start...].prefix { (0x21...0x7E).contains($0) }.count
    self = length < NielsenPayload.byteCount ? .cut(length) : .damaged
  }

  private static func startsHost(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count >= host.count else { return false }
    return zip(bytes, host).allSatisfy { byte, expected in
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      return (isCapital ? byte | 0x20 : byte) == expected
    }
  }

  var words: String {
    switch self {
    case .owner(let owner):
      "the owner starts with \(Words.quoted(owner)), expected "
        + Words.quoted(NielsenPayload.ownerPrefix)
    case .cut(let count):
      "the payload is cut after \(Decimals.counted(count, "character")) of \(NielsenPayload.byteCount)"
    case .damaged: "the payload is damaged"
    }
  }
}
