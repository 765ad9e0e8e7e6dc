import TransportStream

/// An event of the reader, in stream order.
public enum TimedMetadataEvent: Sendable, Equatable {
  /// A tag.
  case tag(TimedTag)
  /// Something unusual in the stream.
  case note(StreamNote)
  /// A marker on the timeline: from a playlist, a manifest, SCTE-35 in the media, or a Yospace ID3 tag.
  case marker(TimelineMarker)
  /// A segment of a playlist or manifest that was read, or that could not be read. It usually follows the tags of the
  /// segment, and at the latest the next segment that is read. It occurs once for each rendition that has the segment.
  case segment(SegmentReport)
  /// The last event of an input that could be read to its end or to the requested limit.
  case end(InputSummary)
}

/// An elementary stream that carries timed ID3 tags, or is declared to carry them.
public struct StreamSummary: Sendable, Equatable {
  /// The rendition or variant; nil if the input has no renditions.
  public var rendition: String?
  /// The `program_number`; nil if unknown.
  public var program: Int?
  /// The PID of the stream; nil for media other than a transport stream.
  public var pid: Int?
  /// Whether ID3 is declared: by a PMT for the PID, by the brand `aid3` or the scheme of an event track in MP4, or by
  /// an event stream in a manifest.
  public var declared: Bool
  /// The number of tags read from the stream.
  public var tags: Int
  /// How many PES packets have the PTS of an audio PES packet; nil if no audio of the program arrived, or for media
  /// other than a transport stream.
  public var audioFrames: AudioFrameMatches?

  /// Makes a summary with the given properties.
  public init(
    rendition: String? = nil,
    program: Int?,
    pid: Int?,
    declared: Bool,
    tags: Int,
    audioFrames: AudioFrameMatches? = nil
  ) {
    self.rendition = rendition
    self.program = program
    self.pid = pid
    self.declared = declared
    self.tags = tags
    self.audioFrames = audioFrames
  }
}

/// How many PES packets of an ID3 stream have the PTS of an audio PES packet.
public struct AudioFrameMatches: Sendable, Equatable {
  /// The number of all PES packets.
  public var packets = 0
  /// The number of PES packets for which it is known whether audio has their PTS. A segment may end before its audio
  /// has arrived.
  public var timed = 0
  /// The number of PES packets whose PTS is that of an earlier or later audio PES packet of the program, within one
  /// tick.
  public var matched = 0

  package static func + (one: Self, other: Self) -> Self {
    Self(
      packets: one.packets + other.packets,
      timed: one.timed + other.timed,
      matched: one.matched + other.matched
    )
  }

  mutating func add(_ pes: MetadataPES) {
    guard !pes.isContinuation else { return }
    packets += 1
    guard let hasFrame = pes.hasAudioFrame else { return }
    timed += 1
    if hasFrame { matched += 1 }
  }
}

/// A program of a transport stream.
public struct ProgramSummary: Sendable, Equatable {
  /// The `program_number`.
  public var number: Int
  /// Whether the PMT of the program lists audio.
  public var hasAudio: Bool
  /// Whether the PMT of the program lists video.
  public var hasVideo: Bool
  /// The PCR PID that the PMT names, if no PCR arrived on that PID and it carries no ID3; otherwise nil.
  public var missingClockPID: Int?
}

/// The summary of an input after it has been read.
public struct InputSummary: Sendable, Equatable {
  /// The duration in seconds, up to the requested limit. If several programs or renditions were read, the longest
  /// counts. Nil if unknown.
  public var duration: Double?
  /// The duration of each program that has a clock, in seconds, by `program_number`.
  public var programDurations: [Int: Double]
  /// The ID3 streams of each rendition, including those without a tag.
  public var streams: [StreamSummary]
  /// The variants and renditions of a playlist or manifest that were read.
  public var renditions: [RenditionSummary]
  /// The end of the input, if the requested start is after that end; otherwise nil.
  public var endBeforeStart: PresentationEnd?
  /// The programs of a transport stream sorted by `program_number`, including those without ID3. Empty for other inputs
  /// and for playlists.
  public var programs: [ProgramSummary] = []
  /// The number of bytes read.
  public var byteCount: Int64
  /// The number of bytes of segments that were not fetched, because they cannot contain timed data.
  public var skippedByteCount: Int64 = 0
  /// The kinds of media that were found.
  public var media: Set<MediaKind> = []
  /// The properties of the playlist or manifest; nil for other inputs.
  public var playlist: PlaylistSummary?

  /// The duration of a program in seconds, or `duration` if it is unknown or the number is nil.
  public func duration(ofProgram number: Int?) -> Double? {
    number.flatMap { programDurations[$0] } ?? duration
  }

  /// Makes a summary with the given properties.
  public init(
    duration: Double?,
    programDurations: [Int: Double] = [:],
    streams: [StreamSummary],
    renditions: [RenditionSummary] = [],
    endBeforeStart: PresentationEnd? = nil,
    byteCount: Int64
  ) {
    self.duration = duration
    self.programDurations = programDurations
    self.streams = streams
    self.renditions = renditions
    self.endBeforeStart = endBeforeStart
    self.byteCount = byteCount
  }
}

/// The end of an input.
public struct PresentationEnd: Sendable, Equatable {
  /// Seconds from the start of the input.
  public var seconds: Double
  /// The end in Unix seconds; nil if unknown.
  public var wallClock: Double?

  /// Makes an end with the given properties.
  public init(seconds: Double, wallClock: Double? = nil) {
    self.seconds = seconds
    self.wallClock = wallClock
  }
}

/// A summary of what was read of a variant or rendition of a playlist or manifest.
public struct RenditionSummary: Sendable, Equatable {
  /// The name of the rendition; nil for a media playlist without a multivariant playlist.
  public var name: String?
  /// The URI of the rendition's playlist; for a DASH manifest, the id of the Representation, or `EventStream`.
  public var uri: String
  /// The number of tags delivered.
  public var tags = 0
  /// The number of delivered tags with a Nielsen payload.
  public var nielsenTags = 0
  /// The number of segments that were read completely.
  public var segmentsRead = 0
  /// The number of segments that could not be read completely.
  public var segmentsMissing = 0
  /// The number of segments that the playlist marks as missing (EXT-X-GAP).
  public var segmentsInGaps = 0
  /// The end of the rendition in presentation seconds; nil if unknown.
  public var end: Double?
  /// The role of the playlist: a variant, an audio rendition, or another rendition.
  public var role: RenditionRole = .variant
  /// The audio groups of a variant: one AUDIO value for each EXT-X-STREAM-INF with its URI; in a manifest, `dash`.
  public var audioGroups: [String] = []
  /// The audio groups that the playlist is a rendition of: one GROUP-ID for each EXT-X-MEDIA with its URI. An
  /// audio-only variant is often a rendition, too.
  public var audioMemberships: [String] = []
  /// Whether the playlist announces partial segments (EXT-X-PART-INF) when it is first loaded; nil if unknown.
  public var hasParts: Bool?

  /// Makes the summary of a rendition that has not been read yet.
  public init(name: String?, uri: String) {
    self.name = name
    self.uri = uri
  }
}

/// A report on one segment of a playlist or manifest that was read, or could not be read.
public struct SegmentReport: Sendable, Equatable {
  /// The name of the rendition or variant.
  public var rendition: String?
  /// The URI in the playlist or manifest, as results show it.
  public var uri: String
  /// The media sequence number of the segment; for a manifest, a segment number that continues across Periods.
  public var mediaSequence: Int
  /// The start of the segment in presentation seconds, according to the playlist or manifest and to the media.
  public var start: Double?
  /// The wall-clock time of the start, in Unix seconds, according to EXT-X-PROGRAM-DATE-TIME or the manifest.
  public var wallClock: Double?
  /// The duration in seconds, according to the playlist (EXTINF) or the manifest.
  public var duration: Double
  /// The kind of media; nil if the segment was not read, or if no media was found in it.
  public var media: MediaKind?
  /// Whether the segment was read completely.
  public var isComplete = true
  /// The reason why the segment was not read completely; nil if the segment was read completely, or is a gap.
  public var failure: String?
  /// What the user can do to allow reading the segment, if safety rules forbid reading it; otherwise nil.
  public var allowance: String?
  /// Whether the playlist marks the segment as missing (EXT-X-GAP).
  public var isGap = false
  /// Whether the playlist declares a discontinuity before the segment (EXT-X-DISCONTINUITY) or restarts there, or the
  /// manifest begins a Period or leaves a gap there.
  public var isDiscontinuity = false
  /// The number of tags of the segment that were read before this report.
  public var tags = 0
  /// The number of these tags that have a Nielsen payload.
  public var nielsenTags = 0
  /// The time range of the audio and video frames of the segment, in presentation seconds; nil if unknown.
  public var frames: ClosedRange<Double>?
  /// The starts of the first and last video frame of a transport stream, in presentation seconds; nil if there are
  /// none.
  public var videoFrames: ClosedRange<Double>?
  /// The tables of the segment's transport stream; nil if there is none.
  public var tables: SegmentTables?
  /// What a DASH manifest declares about the segment's AdaptationSet; nil for playlists.
  public var manifestSet: ManifestSet?

  /// Makes a report with the given properties.
  public init(
    rendition: String?,
    uri: String,
    mediaSequence: Int,
    start: Double?,
    wallClock: Double? = nil,
    duration: Double
  ) {
    self.rendition = rendition
    self.uri = uri
    self.mediaSequence = mediaSequence
    self.start = start
    self.wallClock = wallClock
    self.duration = duration
  }
}
