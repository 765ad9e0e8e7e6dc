/// The options of an HLS or DASH presentation.
public struct PresentationOptions: Sendable {
  /// The container format of segments.
  public enum SegmentFormat: Sendable, Hashable {
    /// Transport streams. A rendition with only audio is packed audio if the codec allows it.
    case transportStream
    /// CMAF fragments with the tags in `emsg` boxes, or in the manifest if `tagCarriage` is `manifestEvents`.
    case cmaf
  }

  /// The renditions that carry the tags.
  public enum TagRenditions: Sendable, Hashable {
    /// Every variant and the audio rendition.
    case all
    /// Only the audio rendition.
    case audioAlone
  }

  /// How a DASH presentation carries the tags.
  public enum TagCarriage: String, Sendable, Hashable, CaseIterable {
    /// Event messages of version 0 with Nielsen's scheme. Event times count from the start of the segment.
    case messagesVersion0 = "emsg-0"
    /// Event messages of version 1 with AOM's scheme.
    case messagesVersion1 = "emsg-1"
    /// Events in the manifest. The media carries no tags.
    case manifestEvents = "mpd-events"
  }

  /// The encryption of segments with AES-128 (RFC 8216, 4.3.2.4).
  public struct Encryption: Sendable, Hashable {
    /// Whether EXT-X-KEY contains the initialization vector. If it does not, the media sequence number is the vector.
    public var writesInitializationVector: Bool
    /// The number of segments that share a key. Nil means all segments.
    public var segmentsPerKey: Int?

    /// Creates options for encryption.
    public init(writesInitializationVector: Bool = true, segmentsPerKey: Int? = nil) {
      self.writesInitializationVector = writesInitializationVector
      self.segmentsPerKey = segmentsPerKey
    }
  }

  /// The default of `segmentSeconds`.
  public static let defaultSegmentSeconds = 6.0

  /// The default of `variantCount`.
  public static let defaultVariantCount = 2

  /// The options that also apply to a single stream, such as the media, the seed and the fault. The packet framing is
  /// ignored.
  public var stream: StreamMakerOptions
  /// The container format of the segments.
  public var format: SegmentFormat
  /// The minimum duration of a segment except the last, 1 to 600 seconds. A segment ends at the first key frame after
  /// this duration. If there is no media, all segments except the last have exactly this duration.
  public var segmentSeconds: Double
  /// The number of variants, 1 to 16. All have the same media. Null packets or free boxes give them different bit
  /// rates, except in packed audio.
  public var variantCount: Int
  /// The renditions that carry the tags.
  public var tagRenditions: TagRenditions
  /// Whether the time stamps restart in the middle of the presentation or, in a live channel, at every tenth segment.
  public var hasDiscontinuity: Bool
  /// The encryption of segments. Nil means unencrypted.
  public var encryption: Encryption?
  /// Whether all segments of a rendition are byte ranges of one file.
  public var usesByteRanges: Bool
  /// The duration of the parts in which a live channel publishes segments (LL-HLS), in seconds: 0.1 to
  /// `segmentSeconds`. Nil means whole segments.
  public var partSeconds: Double?

  /// The default duration of parts, in seconds.
  public static let defaultPartSeconds = 0.5
  /// Whether to write a DASH manifest with CMAF fragments instead of HLS playlists.
  public var writesManifest = false
  /// Whether an ad replaces the segments in the first ad break announced by SCTE-35. The ad has the pictures and sound
  /// of the content, restarted time stamps, and tags with other CIDs and sequence numbers.
  var replacesFirstBreak = false
  /// How a DASH presentation carries the tags.
  public var tagCarriage = TagCarriage.messagesVersion1

  /// Creates options for a presentation.
  public init(
    stream: StreamMakerOptions = StreamMakerOptions(),
    format: SegmentFormat = .transportStream,
    segmentSeconds: Double = defaultSegmentSeconds,
    variantCount: Int = defaultVariantCount,
    tagRenditions: TagRenditions = .all,
    hasDiscontinuity: Bool = false,
    encryption: Encryption? = nil,
    usesByteRanges: Bool = false
  ) {
    self.stream = stream
    self.format = format
    self.segmentSeconds = segmentSeconds
    self.variantCount = variantCount
    self.tagRenditions = tagRenditions
    self.hasDiscontinuity = hasDiscontinuity
    self.encryption = encryption
    self.usesByteRanges = usesByteRanges
  }
}

struct RenditionOptions {
  /// The options for the stream: seed, fault and clocks.
  var options: StreamMakerOptions
  var seconds: Double
  var carriesTags: Bool
  /// Padding of a segment, in tenths of its size.
  var stuffing: Int
  /// Whether event messages have version 0, with times that count from the start of the segment.
  var countsFromSegment = false

  var changes: FaultChanges {
    carriesTags ? options.fault?.changes ?? FaultChanges() : FaultChanges()
  }

  /// The plan of the rendition's tags. Nil if it carries no tags.
  var placement: TagPlacement? {
    guard carriesTags else { return nil }
    return TagPlacement(TagSchedule(options: options, seconds: seconds, changes: changes))
  }

  func multiplexer(to packets: SegmentPackets) -> Multiplexer {
    let output = PacketOutput(framing: .plain) { packets.take($0) }
    return Multiplexer(
      options: options,
      seconds: seconds,
      carriesTags: carriesTags,
      output: output
    )
  }
}

/// Stores the files of a presentation. Names are relative paths with `/` as separator.
public protocol PresentationStore {
  /// Writes a file atomically: readers see either the old or the new content.
  func write(_ bytes: [UInt8], to name: String) throws

  /// Appends to a file. The first call creates the file or replaces an existing one.
  func append(_ bytes: [UInt8], to name: String) throws

  /// Closes a file after the last `append`, before a playlist refers to it. Does nothing if nothing was appended.
  func close(_ name: String) throws

  /// Removes a file. Does nothing if the file does not exist.
  func remove(_ name: String) throws
}

/// The clock of a live channel.
public struct PublishingClock {
  /// Returns the current time in Unix seconds.
  public var now: () -> Double
  /// Waits until a time in Unix seconds. Returns immediately if the time has passed. Throwing an error ends the
  /// channel.
  public var wait: (_ time: Double) throws -> Void

  /// Creates a clock from its functions.
  public init(now: @escaping () -> Double, wait: @escaping (_ time: Double) throws -> Void) {
    self.now = now
    self.wait = wait
  }
}
