import ID3
import NielsenTag

/// How a tag reached us.
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
package enum PackedCodec: Sendable, Hashable, CaseIterable {
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
  /// How the tag was carried.
  public var carriage: Carriage
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
  /// The line of a text input, from 1.
  public var line: Int?
  /// The presentation time stamp as carried: 33 bits at 90 kHz for a transport stream and for packed
  /// audio, in `timescale` for an event message.
  public var pts: Int64?
  /// Ticks of `pts` in a second; nil means 90,000.
  public var timescale: Int?
  /// The event message box that carried the tag.
  public var eventMessage: EventMessage?
  /// What identifies the event of a manifest that carried the tag; its version has no meaning. Nil elsewhere.
  package var manifestEvent: EventMessage?
  /// The facts about the transport stream around it; nil for other carriages.
  public var transport: TransportFacts?
  /// How the clock of its media runs against the presentation timeline; nil where that is unknown.
  package var mediaClock: MediaClock?
  /// The codec of the audio frames around it in packed audio; nil where none came, and for other carriages.
  package var packedCodec: PackedCodec?
  /// Seconds of the audio frame before the tag in its segment of packed audio; nil where there is none, and
  /// for other carriages.
  package var precedingFrame: Double?
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
  /// A tag of which only the carriage and the bytes are known.
  package init(_ carriage: Carriage, bytes: [UInt8]) { self.init(carriage: carriage, bytes: bytes) }

  /// Moves all presentation times of the tag by `seconds`.
  package mutating func shift(by seconds: Double) {
    time = time.map { $0 + seconds }
    if let declared = eventMessage?.declaredTime {
      eventMessage?.declaredTime = declared + seconds
    }
    if let fragment = eventMessage?.fragment {
      eventMessage?.fragment = fragment.lowerBound + seconds...fragment.upperBound + seconds
    }
  }
}
