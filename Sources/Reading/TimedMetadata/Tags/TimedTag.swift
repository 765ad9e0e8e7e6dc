import ID3
import NielsenTag
import TransportStream

/// How a tag was carried, as one word.
public enum Carriage: String, Sendable {
  /// A PES packet of an MPEG transport stream.
  case tsPES = "ts-pes"
  /// An event message box of fragmented MP4.
  case emsg
  /// A sample of an event track of MP4 (ISO/IEC 23001-18).
  case eventTrack = "event-track"
  /// Before, or between, audio frames without a container.
  case packedAudio = "packed-audio"
  /// An event of a DASH manifest.
  case mpdEvent = "mpd-event"
  /// A payload string found in a text file.
  case text
}

/// How the clock of a tag's media (PTS, `presentation_time`, stamps of packed audio) runs against the presentation
/// timeline, which continues over its steps. A run of media goes from one discontinuity of a playlist to the next.
package struct MediaClock: Sendable, Hashable {
  /// Seconds on the clock at the start of the run.
  package var origin: Double
  /// Seconds by which the clock has stepped ahead since then, negative when back.
  package var step = 0.0
  /// The part of `step` that the first frame of the segment did not have.
  package var stepInSegment = 0.0
}

/// The codec of packed audio (RFC 8216, 3.4).
public enum PackedCodec: Sendable, Hashable, CaseIterable {
  /// AAC in ADTS.
  case aac
  /// MPEG audio, such as MP3.
  case mpegAudio
  /// AC-3 and E-AC-3.
  case ac3

  /// All codecs.
  package static let all = Set(allCases)
}

/// One ID3 tag with its time and origin: the unit that everything else works on.
public struct TimedTag: Sendable, Equatable {
  /// What carried the tag, with the facts that only this carriage has.
  public enum Origin: Sendable, Equatable {
    /// A PES packet of an MPEG transport stream.
    case transportStream(TransportFacts)
    /// An event message: an `emsg` box of fragmented MP4, or a sample of an event track.
    case eventMessage(EventMessage)
    /// An event of a DASH manifest; the version of the message has no meaning.
    case manifestEvent(EventMessage)
    /// Before, or between, audio frames without a container: the codec of the frames around the tag, nil where none came, and
    /// the seconds of the frame before the tag in its segment, nil where there is none.
    case packedAudio(codec: PackedCodec?, precedingFrame: Double?)
    /// A line of a text file, from 1.
    case text(line: Int)
  }

  /// What carried the tag.
  public var origin: Origin
  /// `program_number` of the transport stream program; nil where there is none.
  public var program: Int?
  /// PID of the elementary stream, 0 to 8191; nil where there is none.
  public var pid: Int?
  /// The HLS rendition or variant the tag was read from.
  public var rendition: String?
  /// The URI of the segment the tag was read from.
  public var segment: String?
  /// EXT-X-MEDIA-SEQUENCE counted on to that segment.
  public var mediaSequence: Int?
  /// Byte position in the input of the packet, box or tag that starts this tag.
  public var offset: Int64?
  /// The presentation time stamp as carried: 33 bits at 90 kHz for a transport stream and for packed
  /// audio, in `timescale` for an event message.
  public var pts: Int64?
  /// Ticks of `pts` in a second; nil means 90,000.
  public var timescale: Int?
  /// How the clock of its media runs against the presentation timeline; nil where that is unknown.
  package var mediaClock: MediaClock?
  /// The declarations of a manifest of DASH about the AdaptationSet of its segment; nil elsewhere.
  package var manifestSet: ManifestSet?
  /// Seconds on the presentation timeline: 0 at the first audio or video frame of the program,
  /// continuous over PTS wraps and discontinuities. Nil when the time is unknown.
  public var time: Double?
  /// Unix seconds of the presentation time, when the input has them.
  public var wallClock: Double?
  /// The exact bytes of the tag as carried, from `ID3` to the end of the declared size.
  public var bytes: [UInt8]
  /// The parsed tag; nil when the bytes do not parse (a note says why).
  public var tag: ID3Tag?
  /// The parsed Nielsen payload of the first PRIV frame with a Nielsen owner.
  public var nielsen: NielsenPayload?
  /// Bytes after the tag in the same packet or message that belong to no tag; nil when there are
  /// only zeros.
  public var trailing: TrailingBytes?
  /// The notes about this tag, in the order found.
  public var notes: [NoteID] = []
}

extension TimedTag {
  /// A tag whose bytes are not parsed.
  package init(_ origin: Origin, bytes: [UInt8]) { self.init(origin: origin, bytes: bytes) }

  /// A tag with its time in seconds on the presentation timeline. Its bytes are parsed.
  public init(_ origin: Origin, time: Double?, bytes: [UInt8]) {
    self.init(origin: origin, time: time, bytes: bytes)
    parse()
  }

  /// Moves all presentation times of the tag by `seconds`.
  package mutating func shift(by seconds: Double) {
    time = time.map { $0 + seconds }
    guard case .eventMessage(var message) = origin else { return }
    message.declaredTime = message.declaredTime.map { $0 + seconds }
    message.fragment = message.fragment.map { $0.lowerBound + seconds...$0.upperBound + seconds }
    origin = .eventMessage(message)
  }
}

extension TimedTag {
  /// How the tag was carried.
  public var carriage: Carriage {
    switch origin {
    case .transportStream: .tsPES
    case .eventMessage(let message): message.track == nil ? .emsg : .eventTrack
    case .manifestEvent: .mpdEvent
    case .packedAudio: .packedAudio
    case .text: .text
    }
  }

  /// The facts about the transport stream around it; nil for other carriages.
  public var transport: TransportFacts? {
    if case .transportStream(let facts) = origin { facts } else { nil }
  }

  /// The event message that carried the tag; nil for other carriages.
  public var eventMessage: EventMessage? {
    if case .eventMessage(let message) = origin { message } else { nil }
  }

  /// The line of a text input, from 1; nil for other carriages.
  public var line: Int? {
    if case .text(let line) = origin { line } else { nil }
  }

  /// Seconds from the PTS of the audio before it in the multiplex to its own; negative when it is
  /// earlier. Nil for other carriages, and where either is missing.
  public var audioDistance: Double? { seconds(since: transport?.audioPTS) }

  /// Seconds from the PCR before it in the multiplex to its PTS; negative when it comes late. Nil for
  /// other carriages, and where either is missing.
  public var arrivalLead: Double? { seconds(since: transport?.programClock) }

  /// Seconds from the PTS of another tag of the same PID to its own, the shorter way round where the 33
  /// bits wrap (ISO/IEC 13818-1, 2.4.3.7). Nil for other carriages, and where either is missing.
  public func ptsAdvance(since other: TimedTag) -> Double? {
    other.carriage == .tsPES ? seconds(since: other.pts) : nil
  }

  private func seconds(since clock: Int64?) -> Double? {
    guard carriage == .tsPES, let pts, let clock else { return nil }
    return Double(Timestamp.difference(pts, clock)) / Double(Timestamp.ticksPerSecond)
  }
}

extension TimedTag {
  /// The Nielsen owner identifiers of the tag's PRIV frames in their order, as an SDK receives them.
  /// A payload whose tag was lost around it counts as one.
  public var nielsenOwners: [String] {
    let owners = tag.map { Self.nielsenOwners(of: $0) } ?? []
    if owners.isEmpty, let nielsen { return [nielsen.text] }
    return owners
  }

  static func nielsenOwners(of tag: ID3Tag) -> [String] {
    tag.privateFrames.map(\.owner).filter { $0.hasPrefix(NielsenPayload.ownerPrefix) }
  }

  /// Parses `bytes` into `tag` and `nielsen`, and adds what is unusual about a Nielsen tag.
  mutating func parse() {
    do {
      tag = try ID3Tag(parsing: bytes)
    } catch {
      notes.append(.unparsedTag)
    }
    let owner = tag.flatMap { Self.nielsenOwners(of: $0).first }
    nielsen = owner.flatMap { NielsenPayload(owner: $0) } ?? firstPayload
    guard let nielsen else { return }
    if nielsen.isKindUncertain { notes.append(.kindUncertain) }
    guard let tag, owner != nil else {
      // A search for PRIV frames does not find this payload. For a tag that was cut a note exists already.
      let isCanonical = bytes.starts(with: TagEnvelope.header)
      if !isCanonical || !notes.contains(.tagTruncated), bytes.starts(with: TagEnvelope.fileID) {
        notes.append(.tagHeader)
      }
      return
    }
    if !bytes.starts(with: TagEnvelope.header) { notes.append(.tagHeader) }
    let data = tag.privateFrames.first { $0.owner == owner }?.data ?? []
    if !notes.contains(.tagTruncated), data != Array(TagEnvelope.trailer.dropFirst()) {
      notes.append(.tagTrailer)
    }
  }

  /// A whole payload in bytes that ID3 parsing could not use, such as a tag that was cut short.
  private var firstPayload: NielsenPayload? {
    NielsenPayload.occurrences(in: bytes).first.flatMap { NielsenPayload(bytes: bytes[$0]) }
  }
}

/// The fields of an event message box about its message: `emsg` (ISO/IEC 23009-1, 5.10.3.3), or `emib` in an
/// event track (ISO/IEC 23001-18, 6.2).
public struct EventMessage: Sendable, Hashable {
  /// The version of the box: 0 or 1, of `emib` 0.
  public var version: Int
  /// `scheme_id_uri`.
  public var scheme: String
  /// `value`.
  public var value: String
  /// `id`.
  public var id: UInt32
  /// `event_duration` in ticks of the box's timescale; 0xFFFFFFFF means unknown.
  public var duration: UInt32
  /// Presentation seconds from the start to the end of the fragment after it; nil where none follows in
  /// its segment, or its times are unknown.
  public var fragment: ClosedRange<Double>?
  /// Presentation seconds that the message itself asks for, where they are too far from its fragment to
  /// be accepted and the tag was put elsewhere; else nil.
  public var declaredTime: Double?
  /// Ticks in a second of the track, of any that has the box's timescale where there are several; nil
  /// while it is unknown.
  public var trackTimescale: Int?
  /// Whether a file or segment type box names the brand `aid3` (id3-emsg, section 3); nil while none was
  /// read.
  public var isBranded: Bool?

  /// Tags before this one in the same message.
  public var tagsInFront = 0
  /// The track_ID of the event track that carries the message; nil for `emsg`.
  public var track: UInt32?
}

/// Where the bytes of an initialization section are.
package struct InitializationPlace: Sendable, Equatable {
  /// The URI as the playlist has it.
  package var uri: String
  /// Position in its file of the first byte.
  package var offset: Int64

  /// Makes a place with the given parts.
  package init(uri: String, offset: Int64 = 0) {
    self.uri = uri
    self.offset = offset
  }
}
