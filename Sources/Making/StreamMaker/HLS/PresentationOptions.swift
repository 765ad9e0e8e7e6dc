/// The options of an HLS presentation to make.
public struct PresentationOptions: Sendable {
  /// The format of the segments.
  public enum SegmentFormat: Sendable, Hashable {
    /// Transport streams, and packed audio where the audio's codec has such a form.
    case transportStream
    /// Fragments of CMAF tracks with the tags in `emsg` boxes.
    case cmaf
  }

  /// Which renditions carry the tags.
  public enum TagRenditions: Sendable, Hashable {
    /// Every variant and the audio rendition.
    case all
    /// The audio rendition alone, as is often found.
    case audioAlone
  }

  /// How a DASH presentation carries the tags.
  public enum TagCarriage: String, Sendable, Hashable, CaseIterable {
    /// In event messages of version 0 and Nielsen's scheme: their times count from the segment.
    case messagesVersion0 = "emsg-0"
    /// In event messages of version 1 and AOM's scheme.
    case messagesVersion1 = "emsg-1"
    /// In events of the manifest; the media carries none.
    case manifestEvents = "mpd-events"
  }

  /// How segments are encrypted with AES-128 (RFC 8216, 4.3.2.4).
  public struct Encryption: Sendable, Hashable {
    /// Whether the initialization vector is in EXT-X-KEY; else it is the media sequence number.
    public var writesInitializationVector: Bool
    /// How many segments share a key; nil means all.
    public var segmentsPerKey: Int?

    /// Encryption with the given parts.
    public init(writesInitializationVector: Bool = true, segmentsPerKey: Int? = nil) {
      self.writesInitializationVector = writesInitializationVector
      self.segmentsPerKey = segmentsPerKey
    }
  }

  /// The seconds of a segment, by default.
  public static let defaultSegmentSeconds = 6.0

  /// The number of variants, by default.
  public static let defaultVariantCount = 2

  /// The media, length, seed and fault; its packet framing is not used.
  public var stream: StreamMakerOptions
  /// The format of the segments.
  public var format: SegmentFormat
  /// How long a segment is at least, in seconds, 1 to 600: it ends before the next key frame. Without
  /// media it is exactly that long, except for the last one.
  public var segmentSeconds: Double
  /// The number of variants, 1 to 16. They share the media; each has segments of its own, which are
  /// filled up with packets or boxes of no meaning so that the rates differ.
  public var variantCount: Int
  /// Which renditions carry the tags.
  public var tagRenditions: TagRenditions
  /// Whether the time stamps start again in the middle; in a live channel at every tenth segment.
  public var hasDiscontinuity: Bool
  /// How segments are encrypted; nil leaves them in clear.
  public var encryption: Encryption?
  /// Whether all segments of a rendition are ranges of one file.
  public var usesByteRanges: Bool
  /// The seconds of the parts that segments of a live channel are published in (low-latency HLS), at least 0.1;
  /// nil publishes whole segments.
  public var partSeconds: Double?

  /// The seconds of a part, by default.
  public static let defaultPartSeconds = 0.5
  /// Whether a manifest of DASH is written in place of playlists. Its segments are those of CMAF.
  public var writesManifest = false
  /// Whether an ad replaces the segments within the first ad break that SCTE-35 announces. It has the picture and sound
  /// of the content, time stamps that start again, and tags with other CIDs and numbers.
  var replacesFirstBreak = false
  /// How tags are carried where a manifest is written.
  public var tagCarriage = TagCarriage.messagesVersion1

  /// Options with the given parts.
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

/// The options of a rendition's segments.
struct RenditionOptions {
  /// The seed, the fault and the clocks.
  var options: StreamMakerOptions
  /// The length of the presentation in seconds.
  var seconds: Double
  /// Whether the rendition carries the tags.
  var carriesTags: Bool
  /// Tenths of its size that a segment is filled up by.
  var stuffing: Int
  /// Whether event messages have version 0.
  var countsFromSegment = false

  var changes: FaultChanges {
    carriesTags ? options.fault?.changes ?? FaultChanges() : FaultChanges()
  }

  /// The tags of the rendition; nil when it carries none.
  var placement: TagPlacement? {
    guard carriesTags else { return nil }
    return TagPlacement(TagSchedule(options: options, seconds: seconds, changes: changes))
  }

  /// A multiplexer into `packets`.
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

/// Where the files of a presentation go. Names are relative, with `/` between folder and file.
public protocol PresentationStore {
  /// Puts a file in place as a whole: readers see the old content or the new one.
  func write(_ bytes: [UInt8], to name: String) throws

  /// Appends to a file, which the first call creates or replaces.
  func append(_ bytes: [UInt8], to name: String) throws

  /// Ends a file that was added to, before a playlist names it; nothing happens when it was not.
  func close(_ name: String) throws

  /// Takes a file away; one that is missing already is not an error.
  func remove(_ name: String) throws
}

/// The clock that a live channel follows.
public struct PublishingClock {
  /// The time in Unix seconds.
  public var now: () -> Double
  /// Returns at this Unix time, at once when it has passed. An error that it throws ends the channel.
  public var wait: (_ time: Double) throws -> Void

  /// A clock of the given parts.
  public init(now: @escaping () -> Double, wait: @escaping (_ time: Double) throws -> Void) {
    self.now = now
    self.wait = wait
  }
}
