import TimedMetadata

struct TagDuplicate: Rule {
  static let id: RuleID = "tag-duplicate"
  static let title = "Tag delivered twice"
  static let text = """
    No two tags of a stream are identical.

    A receiver may count a repeated tag twice, or reject the stream. Each tag is compared with the
    tags of about the preceding hour.
    """
  static let traits = RuleTraits(
    .tag,
    .warning,
    needs: [.tags],
    repairedBy: .packager,
    remedy: "Look for the packager that repeats tags, or for content that is played in a loop.",
    source: "gpac/gpac#2870"
  )

  /// The latest tags of a stream, as hashes of their bytes.
  private struct Recent {
    private var hashes: [UInt64] = []
    private var places: [(time: Double?, line: Int?)] = []
    private var oldest = 0

    /// The maximum number of tags that are stored: nearly one hour of DATA and INFO tags.
    private static let capacity = 360

    /// Returns the place of an identical earlier tag. If there is none, stores the tag and returns nil.
    mutating func take(_ hash: UInt64, _ place: Place) -> (time: Double?, line: Int?)? {
      if let index = hashes.firstIndex(of: hash) { return places[index] }
      guard hashes.count == Self.capacity else {
        hashes.append(hash)
        places.append((place.time, place.line))
        return nil
      }
      hashes[oldest] = hash
      places[oldest] = (place.time, place.line)
      oldest = (oldest + 1) % Self.capacity
      return nil
    }
  }

  private var recent = PerStream<Recent>()

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isNielsen else { return }
    let hash = Self.hash(tag.tag.bytes)
    let first = recent.update(tag.stream, from: Recent()) { $0.take(hash, tag.place) } ?? nil
    guard let first else { return }
    log.add(Self.same(time: first.time, line: first.line), at: tag.place)
  }

  /// Returns the 64-bit FNV-1a hash, which is the same in every run.
  private static func hash(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

extension TagDuplicate {
  static func same(time: Double?, line: Int?) -> String {
    if let time { return "identical to the tag at \(Words.time(time))" }
    if let line { return "identical to the tag in line \(line)" }
    return "identical to an earlier tag"
  }
}
