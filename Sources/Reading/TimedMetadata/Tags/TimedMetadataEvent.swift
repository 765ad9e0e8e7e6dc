import TransportStream

/// An event of the reader, in stream order.
public enum TimedMetadataEvent: Sendable, Equatable {
  /// A tag.
  case tag(TimedTag)
  /// Something unusual.
  case note(StreamNote)
  /// Something that a playlist, or SCTE-35 in the media, marks on the timeline.
  case marker(TimelineMarker)
  /// A segment of a playlist that has been read, or could not be: after its tags, at the latest when
  /// the next segment has been read. Once for each rendition that lists it.
  case segment(SegmentReport)
  /// The last event of an input that could be read to its end or to the limit asked for.
  case end(InputSummary)
}

/// An elementary stream that carries, or says it carries, timed ID3.
public struct StreamSummary: Sendable, Equatable {
  /// The HLS rendition or variant; nil where there is none.
  public var rendition: String?
  /// `program_number`; nil when no PMT names the PID.
  public var program: Int?
  /// The PID.
  public var pid: Int?
  /// Whether a PMT declared the PID as ID3.
  public var declared: Bool
  /// The number of tags delivered.
  public var tags: Int
  /// How many PES packets have the PTS of audio; nil where the program has no audio, and where there is no PES.
  public var audioFrames: AudioFrameMatches?

  /// Makes a summary with the given parts.
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

/// The PES packets of an elementary stream with ID3, by their PTS.
public struct AudioFrameMatches: Sendable, Equatable {
  /// All PES packets.
  public var packets = 0
  /// Those with a PTS of which it is known whether audio has it. A segment may end before its audio has arrived.
  public var timed = 0
  /// Those whose PTS is that of an audio PES packet of the program, before it or after it, within one tick.
  public var matched = 0

  /// The counts of two parts of a stream.
  package static func + (one: Self, other: Self) -> Self {
    Self(
      packets: one.packets + other.packets,
      timed: one.timed + other.timed,
      matched: one.matched + other.matched
    )
  }

  /// Counts a PES packet.
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
  /// `program_number`.
  public var number: Int
  /// Whether its PMT names audio.
  public var hasAudio: Bool
  /// Whether its PMT names video.
  public var hasVideo: Bool
  /// The PCR PID that its PMT names, where no PCR came on it.
  public var missingClockPID: Int?
}

/// The summary of an input after it has been read.
public struct InputSummary: Sendable, Equatable {
  /// Presentation seconds from the first to the last audio or video frame: of the program asked for,
  /// else the longest over all programs. Nil when the input holds no clock.
  public var duration: Double?
  /// The same for each program with a clock, by `program_number`.
  public var programDurations: [Int: Double]
  /// The ID3 streams in order of program and PID, those without a tag included.
  public var streams: [StreamSummary]
  /// The variants and renditions of a playlist in its order.
  public var renditions: [RenditionSummary]
  /// Where the input ends, when reading was to begin after that; else nil.
  public var endBeforeStart: PresentationEnd?
  /// The programs of a transport stream by `program_number`, those without ID3 included; empty for other
  /// inputs and for playlists.
  public var programs: [ProgramSummary] = []
  /// Bytes read.
  public var byteCount: Int64
  /// Bytes of segments that were not fetched, because they cannot hold timed data.
  public var skippedByteCount: Int64 = 0
  /// The kinds of media met.
  public var media: Set<MediaKind> = []
  /// The facts about the playlist; nil for other inputs.
  public var playlist: PlaylistSummary?

  /// The duration of one program, or `duration` where the number is nil or unknown.
  public func duration(ofProgram number: Int?) -> Double? {
    number.flatMap { programDurations[$0] } ?? duration
  }

  /// Makes a summary with the given parts.
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

/// Where an input ends.
public struct PresentationEnd: Sendable, Equatable {
  /// Seconds from its start.
  public var seconds: Double
  /// The same in Unix seconds; nil where unknown.
  public var wallClock: Double?

  /// Makes an end with the given parts.
  public init(seconds: Double, wallClock: Double? = nil) {
    self.seconds = seconds
    self.wallClock = wallClock
  }
}

/// How the reading of a variant or rendition of a playlist went.
public struct RenditionSummary: Sendable, Equatable {
  /// Its name; nil for a media playlist without a multivariant playlist above it.
  public var name: String?
  /// The URI of its playlist, as the multivariant playlist has it.
  public var uri: String
  /// Tags delivered.
  public var tags = 0
  /// Of these the ones with a Nielsen payload.
  public var nielsenTags = 0
  /// Segments read whole.
  public var segmentsRead = 0
  /// Segments that could not be read, or only in part.
  public var segmentsMissing = 0
  /// Segments that the playlist says are not there (EXT-X-GAP).
  public var segmentsInGaps = 0
  /// Presentation seconds at the end; nil without any clock.
  public var end: Double?
  /// Whether it is a variant, or an audio rendition, or another.
  public var role: RenditionRole = .variant
  /// The audio groups of a variant: AUDIO, one for each EXT-X-STREAM-INF of its URI.
  public var audioGroups: [String] = []
  /// The audio groups that it is a rendition of: GROUP-ID, one for each EXT-X-MEDIA of its URI. A variant
  /// of sound alone often is one, too.
  public var audioMemberships: [String] = []
  /// Whether its playlist announces partial segments (EXT-X-PART-INF) when it is read first; nil for manifests.
  public var hasParts: Bool?

  /// Makes a summary of what has not been read yet.
  public init(name: String?, uri: String) {
    self.name = name
    self.uri = uri
  }
}

/// The facts about one segment of a playlist that was read, or could not be read.
public struct SegmentReport: Sendable, Equatable {
  /// The rendition or variant.
  public var rendition: String?
  /// The URI as the playlist has it.
  public var uri: String
  /// EXT-X-MEDIA-SEQUENCE counted on.
  public var mediaSequence: Int
  /// Presentation seconds of its start, by the playlist and the media before it.
  public var start: Double?
  /// Unix seconds of its start, by EXT-X-PROGRAM-DATE-TIME.
  public var wallClock: Double?
  /// EXTINF, seconds.
  public var duration: Double
  /// The kind of its media; nil when nothing of it could be read.
  public var media: MediaKind?
  /// Whether it was read whole.
  public var isComplete = true
  /// Why it could not be read, or not to its end; nil where it could, and in a gap.
  public var failure: String?
  /// The remedy that lets the reader reach it if the safety rules forbid it; nil otherwise.
  public var allowance: String?
  /// EXT-X-GAP: the playlist declares that the segment is unavailable.
  public var isGap = false
  /// Whether the playlist declares a discontinuity before it (EXT-X-DISCONTINUITY).
  public var isDiscontinuity = false
  /// Tags delivered from it.
  public var tags = 0
  /// Of these the ones with a Nielsen payload.
  public var nielsenTags = 0
  /// Presentation seconds from its first to its last audio or video frame; nil where unknown.
  public var frames: ClosedRange<Double>?
  /// Presentation seconds where its first and its last video frame start; nil for other media than a
  /// transport stream with video.
  public var videoFrames: ClosedRange<Double>?
  /// The tables of its transport stream; nil for other media.
  public var tables: SegmentTables?
  /// The declarations of a manifest of DASH about its AdaptationSet; nil for playlists.
  public var manifestSet: ManifestSet?

  /// Makes a report with the given parts.
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
