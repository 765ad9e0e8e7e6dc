import ID3
import NielsenTag
import TransportStream

/// How a tag was carried, as one word.
public enum Carriage: String, Sendable {
  /// In a PES packet of an MPEG transport stream.
  case tsPES = "ts-pes"
  /// In an event message box of fragmented MP4.
  case emsg
  /// In a sample of an MP4 event track (ISO/IEC 23001-18).
  case eventTrack = "event-track"
  /// Next to audio frames without a container, or before the first packet of a transport stream.
  case packedAudio = "packed-audio"
  /// In an event of a DASH manifest.
  case mpdEvent = "mpd-event"
  /// As a payload string in a text file.
  case text
}

/// The relation between the clock of a tag's media (PTS, `presentation_time`, or time stamps of packed audio) and the
/// presentation timeline, which continues across steps of the clock. A run of media extends from one discontinuity of a
/// playlist to the next.
package struct MediaClock: Sendable, Hashable {
  /// The clock at the start of the run, in seconds.
  package var origin: Double
  /// Seconds by which the clock has stepped ahead since the start of the run; negative for steps back.
  package var step = 0.0
  /// The part of `step` that happened after the first frame of the segment, in seconds.
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

  package static let all = Set(allCases)
}

/// An ID3 tag with its time and origin.
public struct TimedTag: Sendable, Equatable {
  /// What carried the tag, with the facts that only this carriage has.
  public enum Origin: Sendable, Equatable {
    /// A PES packet of an MPEG transport stream.
    case transportStream(TransportFacts)
    /// An event message: an `emsg` box of fragmented MP4, or a sample of an event track.
    case eventMessage(EventMessage)
    /// An event of a DASH manifest; the version of the message has no meaning.
    case manifestEvent(EventMessage)
    /// Packed audio, or bytes before a transport stream. `codec` is the codec of the frames around the tag; nil if
    /// there are no frames. `precedingFrame` is the duration, in seconds, of the frame before the tag in its segment;
    /// nil if no frame precedes the tag.
    case packedAudio(codec: PackedCodec?, precedingFrame: Double?)
    /// A line of a text file, counted from 1.
    case text(line: Int)
  }

  /// What carried the tag.
  public var origin: Origin
  /// The `program_number` in the transport stream; nil if none is known.
  public var program: Int?
  /// The PID of the elementary stream, 0 to 8191; nil if the tag has no PID.
  public var pid: Int?
  /// The rendition or variant from which the tag was read; nil if the input has no renditions.
  public var rendition: String?
  /// The URI of the segment from which the tag was read.
  public var segment: String?
  /// The media sequence number of the tag's segment (see `SegmentReport`).
  public var mediaSequence: Int?
  /// The byte position, in the input or in the segment's file, at which the packet, box or tag begins.
  public var offset: Int64?
  /// The presentation time stamp as carried. It has 33 bits at 90 kHz for a transport stream or packed audio, and is in
  /// units of `timescale` for an event message.
  public var pts: Int64?
  /// Ticks of `pts` per second; nil means 90,000.
  public var timescale: Int?
  /// The relation between the media clock and the presentation timeline; nil if unknown.
  package var mediaClock: MediaClock?
  /// What a DASH manifest declares about the AdaptationSet of the tag's segment; nil if no AdaptationSet is known.
  package var manifestSet: ManifestSet?
  /// The time on the presentation timeline, in seconds: usually 0 at the first audio or video frame of the program, and
  /// continuous over PTS wraps and discontinuities. Nil if unknown.
  public var time: Double?
  /// The presentation time as wall-clock time, in Unix seconds; nil if unknown.
  public var wallClock: Double?
  /// The bytes of the tag as carried, from `ID3` to its end, or those that arrived. If the tag's header was lost, it
  /// has been restored. If only a Nielsen payload is left of the tag, these are the bytes of the payload.
  public var bytes: [UInt8]
  /// The parsed tag; nil if the bytes are only a Nielsen payload, or cannot be parsed.
  public var tag: ID3Tag?
  /// The parsed Nielsen payload of the first PRIV frame with a Nielsen owner, or else the first complete payload in
  /// `bytes`; nil if the tag has no payload.
  public var nielsen: NielsenPayload?
  /// Bytes after the tag, in the same packet or message, that belong to no tag; nil if at most zeros follow.
  public var trailing: TrailingBytes?
  /// The notes about this tag, in the order in which they were made.
  public var notes: [NoteID] = []
}

extension TimedTag {
  /// Makes a tag of which only the origin and the bytes are known. The bytes are not parsed.
  package init(_ origin: Origin, bytes: [UInt8]) { self.init(origin: origin, bytes: bytes) }

  /// Makes a tag with its time, in seconds on the presentation timeline, and parses its bytes.
  public init(_ origin: Origin, time: Double?, bytes: [UInt8]) {
    self.init(origin: origin, time: time, bytes: bytes)
    parse()
  }

  /// Adds `seconds` to all presentation times of the tag.
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

  /// The properties of the surrounding transport stream; nil for other carriages.
  public var transport: TransportFacts? {
    if case .transportStream(let facts) = origin { facts } else { nil }
  }

  /// The event message that carried the tag; nil for other carriages.
  public var eventMessage: EventMessage? {
    if case .eventMessage(let message) = origin { message } else { nil }
  }

  /// The line of a text input, counted from 1; nil for other carriages.
  public var line: Int? {
    if case .text(let line) = origin { line } else { nil }
  }

  /// Seconds from the PTS of the preceding audio in the multiplex to the PTS of the tag; negative if the tag is
  /// earlier. Nil for other carriages, or if either PTS is missing.
  public var audioDistance: Double? { seconds(since: transport?.audioPTS) }

  /// Seconds from the preceding PCR in the multiplex to the PTS of the tag; negative if the tag arrives late. Nil for
  /// other carriages, or if the PCR or the PTS is missing.
  public var arrivalLead: Double? { seconds(since: transport?.programClock) }

  /// Seconds from the PTS of another tag of the same PID to the PTS of this tag. Around a wrap of the 33 bits the
  /// shorter distance is used (ISO/IEC 13818-1, 2.4.3.7). Nil for other carriages, or if either PTS is missing.
  public func ptsAdvance(since other: TimedTag) -> Double? {
    other.carriage == .tsPES ? seconds(since: other.pts) : nil
  }

  private func seconds(since clock: Int64?) -> Double? {
    guard carriage == .tsPES, let pts, let clock else { return nil }
    return Double(Timestamp.difference(pts, clock)) / Double(Timestamp.ticksPerSecond)
  }
}

extension TimedTag {
  /// The Nielsen owner identifiers of the tag's PRIV frames in their order, as an SDK receives them. If there is no
  /// such frame, the payload counts as an owner identifier.
  public var nielsenOwners: [String] {
    let owners = tag.map { Self.nielsenOwners(of: $0) } ?? []
    if owners.isEmpty, let nielsen { return [nielsen.text] }
    return owners
  }

  static func nielsenOwners(of tag: ID3Tag) -> [String] {
    tag.privateFrames.map(\.owner).filter { $0.hasPrefix(NielsenPayload.ownerPrefix) }
  }

  /// Parses `bytes` into `tag` and `nielsen`, and adds notes on irregularities.
  mutating func parse() {
    do {
      tag = try ID3Tag(parsing: bytes)
    } catch {
      notes.append(.unparsedTag)
    }
    let owner = tag.flatMap { Self.nielsenOwners(of: $0).first }
    nielsen = owner.flatMap { NielsenPayload(bytes: Array($0.utf8)) } ?? firstPayload
    guard let nielsen else { return }
    if nielsen.isKindUncertain { notes.append(.kindUncertain) }
    guard let tag, owner != nil else {
      // A search for PRIV frames does not find this payload. A truncated tag already has a note.
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

  /// The first complete payload anywhere in `bytes`; nil if no payload is complete.
  private var firstPayload: NielsenPayload? {
    NielsenPayload.occurrences(in: bytes).first.flatMap { NielsenPayload(bytes: Array(bytes[$0])) }
  }
}

/// The fields of the message in an event message box: `emsg` (ISO/IEC 23009-1, 5.10.3.3), or `emib` in an event track
/// (ISO/IEC 23001-18, 6.2).
public struct EventMessage: Sendable, Hashable {
  /// The version of the box: 0 or 1 for `emsg`, 0 for `emib`.
  public var version: Int
  /// The `scheme_id_uri` of the message.
  public var scheme: String
  /// The `value` of the message.
  public var value: String
  /// The `id` of the message.
  public var id: UInt32
  /// The `event_duration` in ticks of the box's timescale; 0xFFFFFFFF means unknown.
  public var duration: UInt32
  /// The start and end of the fragment after an `emsg`, in presentation seconds; nil if unknown, or for an event track.
  public var fragment: ClosedRange<Double>?
  /// The time that the message declares, in presentation seconds, if it is too far from the message's fragment to be
  /// accepted. The tag then has another time. Otherwise nil.
  public var declaredTime: Double?
  /// Ticks per second of a track. If there are several tracks, one with the box's timescale is used if possible. Nil
  /// while unknown.
  public var trackTimescale: Int?
  /// Whether a file or segment type box lists the brand `aid3` (id3-emsg, section 3); nil if unknown.
  public var isBranded: Bool?

  /// The number of tags before this tag in the same message.
  public var tagsInFront = 0
  /// Whether the message is not binary ID3 up to this tag: other bytes precede the tag, or the message is base64 text.
  public var isAfterOtherBytes = false
  /// The track_ID of the event track that carries the message; nil for `emsg`.
  public var track: UInt32?
}

package struct InitializationPlace: Sendable, Equatable {
  /// The URI in the playlist, as results show it.
  package var uri: String
  /// The position of the first byte in its file.
  package var offset: Int64

  package init(uri: String, offset: Int64 = 0) {
    self.uri = uri
    self.offset = offset
  }
}
