/// The tags of a plausible stream: DATA every ten seconds, INFO every five minutes, numbered in one sequence.
///
/// The same parameters give the same tags. CIDs and blocks are null, zeros, or pseudo-random bytes from the seed
/// that look real but have no meaning. At the start of the stream, the tags' clock shows `start`.
public struct SyntheticTags: Sequence, Sendable {
  /// The default start of the tags' clock: 2023-11-14 22:13:20 UTC, in Unix seconds.
  public static let defaultStart: UInt32 = 1_700_000_000

  /// The time covered by a DATA tag, in seconds, which is also the interval between two DATA tags.
  public static let dataInterval = 10

  /// The seconds between two INFO tags.
  public static let infoInterval = 300

  /// Seconds before the first INFO tag. No INFO tag is released together with a DATA tag, because a multiplexer may
  /// drop one of the two.
  public static let firstInfo = 12

  /// A tag with the time of its release.
  public struct Element: Sendable, Equatable {
    /// DATA or INFO.
    public var kind: NielsenPayload.Kind
    /// Seconds from the start of the stream to the release of the tag.
    public var releaseTime: Int
    /// The content of the tag.
    public var content: TagContent
  }

  /// The seed of all random numbers and bytes.
  public let seed: UInt64
  /// The start of the stream in Unix seconds.
  public let start: UInt32
  /// The sequence number of the first tag.
  public let firstSequence: UInt16

  /// Creates the tags of an endless stream.
  public init(seed: UInt64, start: UInt32 = defaultStart, firstSequence: UInt16 = 1) {
    self.seed = seed
    self.start = start
    self.firstSequence = firstSequence
  }

  /// The tags in the order of their release.
  public func makeIterator() -> Iterator { Iterator(tags: self) }

  /// Iterates over the tags of a stream.
  public struct Iterator: IteratorProtocol, Sendable {
    private let tags: SyntheticTags
    private var index = 0
    private var nextData = dataInterval
    private var nextInfo = firstInfo

    init(tags: SyntheticTags) {
      self.tags = tags
    }

    /// The next tag; never nil.
    public mutating func next() -> Element? {
      defer { index += 1 }
      guard nextInfo < nextData else {
        defer { nextData += dataInterval }
        return tags.data(index: index, releasedAt: nextData)
      }
      defer { nextInfo += infoInterval }
      return tags.info(index: index, releasedAt: nextInfo)
    }
  }
}

extension SyntheticTags {
  /// Numbers that give each use of the seed different bytes.
  private enum Use {
    static let programContent: UInt64 = 1 << 32
    static let finalDistributor: UInt64 = 2 << 32
    static let blocks: UInt64 = 3 << 32
  }

  /// The start of a broadcast day, 03:00, in seconds after midnight.
  private static let dayStart = 3 * 3600
  private static let secondsPerDay = 86_400

  private func data(index: Int, releasedAt release: Int) -> Element {
    let first = time(release - Self.dataInterval)
    var random = SplitMix64(seed: seed, use: Use.blocks + UInt64(index))
    let used = WatermarkBlob.blockCount - Int(random.next() % 3)
    let unused = WatermarkBlob.blockCount - used
    let blocks =
      random.bytes(used * WatermarkBlob.blockSize)
      + [[UInt8]](repeating: ContentID.null.bytes, count: unused).joined()
    // The encoder's local time is assumed to be UTC.
    let sinceDayStart = Int(first) + Self.secondsPerDay - Self.dayStart
    let day = sinceDayStart / Self.secondsPerDay
    let offset = sinceDayStart % Self.secondsPerDay
    let content = TagContent(
      pcCID: contentID(use: Use.programContent, day: day),
      fdCID: contentID(use: Use.finalDistributor, day: day),
      sequence: sequence(index),
      kind: .data,
      blocks: blocks,
      firstTagTime: first,
      lastTagTime: time(release),
      pcOffset: offset,
      fdOffset: offset
    )
    return Element(kind: .data, releaseTime: release, content: content)
  }

  private func info(index: Int, releasedAt release: Int) -> Element {
    var random = SplitMix64(seed: seed, use: Use.blocks + UInt64(index))
    let blocks =
      random.bytes(4 * WatermarkBlob.blockSize) + ContentID.null.bytes + ContentID.null.bytes
      + [UInt8](repeating: 0, count: WatermarkBlob.blockSize)
    let content = TagContent(
      pcCID: .null,
      fdCID: .null,
      sequence: sequence(index),
      kind: .info,
      blocks: blocks,
      firstTagTime: time(release),
      lastTagTime: time(release),
      pcOffset: 0,
      fdOffset: 0
    )
    return Element(kind: .info, releaseTime: release, content: content)
  }

  /// The time on the tags' clock `seconds` after `start`, in Unix seconds. It has 32 bits and wraps to 0.
  private func time(_ seconds: Int) -> UInt32 { start &+ UInt32(truncatingIfNeeded: seconds) }

  private func sequence(_ index: Int) -> UInt16 {
    firstSequence &+ UInt16(truncatingIfNeeded: index)
  }

  private func contentID(use: UInt64, day: Int) -> ContentID {
    var random = SplitMix64(seed: seed, use: use + UInt64(day))
    return ContentID(bytes: random.bytes(ContentID.byteCount)) ?? .null
  }
}
