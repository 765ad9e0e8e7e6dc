/// The options of an HLS or DASH presentation.
public struct PresentationOptions: Sendable {
  /// The format of the segments.
  public enum SegmentFormat: Sendable, Hashable {
    /// Transport streams, and packed audio if the audio's codec can be packed.
    case transportStream
    /// CMAF fragments with the tags in `emsg` boxes.
    case cmaf
  }

  /// Which renditions carry the tags.
  public enum TagRenditions: Sendable, Hashable {
    /// Every variant and the audio rendition.
    case all
    /// Only the audio rendition, as in many real presentations.
    case audioAlone
  }

  /// How a DASH presentation carries the tags.
  public enum TagCarriage: String, Sendable, Hashable, CaseIterable {
    /// In event messages of version 0 with Nielsen's scheme. Their times count from the start of the segment.
    case messagesVersion0 = "emsg-0"
    /// In event messages of version 1 with AOM's scheme.
    case messagesVersion1 = "emsg-1"
    /// In events of the manifest. The media carries no tags.
    case manifestEvents = "mpd-events"
  }

  /// The encryption of segments with AES-128 (RFC 8216, 4.3.2.4).
  public struct Encryption: Sendable, Hashable {
    /// Whether the initialization vector is in EXT-X-KEY. If not, it is the media sequence number.
    public var writesInitializationVector: Bool
    /// The number of segments that share a key; nil: all.
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

  /// The media, duration, seed and fault. The packet framing is not used.
  public var stream: StreamMakerOptions
  /// The format of the segments.
  public var format: SegmentFormat
  /// The minimum duration of a segment in seconds, 1 to 600. A segment ends before the next key frame. Without
  /// media, all segments except the last have exactly this duration.
  public var segmentSeconds: Double
  /// The number of variants, 1 to 16. They share the media, but their segments are padded with different numbers of null
  /// packets or free boxes, so that their bit rates differ.
  public var variantCount: Int
  /// Which renditions carry the tags.
  public var tagRenditions: TagRenditions
  /// Whether the time stamps start again in the middle, or in a live channel at every tenth segment.
  public var hasDiscontinuity: Bool
  /// The encryption of segments; nil: they are not encrypted.
  public var encryption: Encryption?
  /// Whether all segments of a rendition are byte ranges of one file.
  public var usesByteRanges: Bool
  /// The duration in seconds of the parts in which segments of a live channel are published (LL-HLS), at least 0.1;
  /// nil: segments are published as a whole.
  public var partSeconds: Double?

  /// The usual value of `partSeconds`.
  public static let defaultPartSeconds = 0.5
  /// Whether a DASH manifest is written instead of playlists. Its segments are CMAF fragments.
  public var writesManifest = false
  /// Whether an ad replaces the segments in the first ad break that SCTE-35 announces. It has the pictures and the sound
  /// of the content, time stamps that start again, and tags with other CIDs and sequence numbers.
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

/// The options for the segments of a rendition.
struct RenditionOptions {
  /// The options for the stream: seed, fault and clocks.
  var options: StreamMakerOptions
  /// The duration of the presentation in seconds.
  var seconds: Double
  /// Whether the rendition carries the tags.
  var carriesTags: Bool
  /// By how many tenths of its size a segment is padded.
  var stuffing: Int
  /// Whether event messages have version 0, so that their times count from the segment.
  var countsFromSegment = false

  var changes: FaultChanges {
    carriesTags ? options.fault?.changes ?? FaultChanges() : FaultChanges()
  }

  /// Plans the rendition's tags; nil when it carries none.
  var placement: TagPlacement? {
    guard carriesTags else { return nil }
    return TagPlacement(TagSchedule(options: options, seconds: seconds, changes: changes))
  }

  /// A multiplexer that writes to `packets`.
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

/// Receives the files of a presentation. Names are relative, with `/` between folder and file.
public protocol PresentationStore {
  /// Writes a file as a whole: readers see either the old or the new content.
  func write(_ bytes: [UInt8], to name: String) throws

  /// Appends to a file. The first call creates or replaces it.
  func append(_ bytes: [UInt8], to name: String) throws

  /// Closes a file that was appended to, before a playlist refers to it. Does nothing for other files.
  func close(_ name: String) throws

  /// Removes a file. It is no error if the file does not exist.
  func remove(_ name: String) throws
}

/// The clock of a live channel.
public struct PublishingClock {
  /// Returns the current time in Unix seconds.
  public var now: () -> Double
  /// Waits until a time in Unix seconds; returns at once if it has passed. An error ends the channel.
  public var wait: (_ time: Double) throws -> Void

  /// Creates a clock from its functions.
  public init(now: @escaping () -> Double, wait: @escaping (_ time: Double) throws -> Void) {
    self.now = now
    self.wait = wait
  }
}
