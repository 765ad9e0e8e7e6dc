import TransportStream

/// The name of something unusual in a stream: the conformance rule it concerns, or a remark of the
/// reader.
public struct NoteID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name in kebab case, such as `pes-pts-missing`.
  public var rawValue: String

  /// Makes a name from its text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes a name from a literal.
  public init(stringLiteral value: String) { self.rawValue = value }
}

/// Something unusual in a stream, with its place. Malformed media is never an error: reading continues.
public struct StreamNote: Sendable, Equatable {
  /// The name of the note.
  public var id: NoteID
  /// The HLS rendition or variant concerned.
  public var rendition: String?
  /// The URI of the segment concerned.
  public var segment: String?
  /// Seconds on the presentation timeline.
  public var time: Double?
  /// Byte position in the input, or in the segment.
  public var offset: Int64?
  /// The PID concerned.
  public var pid: Int?
  /// The program concerned.
  public var program: Int?
  /// How much it counts for, where that is not once: bytes skipped, packets lost.
  public var amount: Int?
  /// The measured time in seconds, if the note is about a time.
  public var measured: Double?
  /// Whether it is about the packets of PAT and PMT, and about no tag.
  public var concernsTables = false
  /// One sentence in plain words: what was seen, with numbers.
  public var detail: String

  /// Makes a note with the given parts.
  public init(
    id: NoteID,
    rendition: String? = nil,
    segment: String? = nil,
    time: Double? = nil,
    offset: Int64? = nil,
    pid: Int? = nil,
    program: Int? = nil,
    amount: Int? = nil,
    measured: Double? = nil,
    detail: String
  ) {
    self.id = id
    self.rendition = rendition
    self.segment = segment
    self.time = time
    self.offset = offset
    self.pid = pid
    self.program = program
    self.amount = amount
    self.measured = measured
    self.detail = detail
  }
}

// Notes of the reader about manifests of DASH. Those with a rule's name are for rules; the others explain the
// reading.
extension NoteID {
  /// Something in the manifest breaks the standard, or is not followed.
  package static let manifest: NoteID = "mpd-note"
  /// A duration or a timescale in the manifest that cannot be right, such as 0, and is not used.
  package static let manifestUnused: NoteID = "mpd-unused"
  /// Events of the manifest that hold no ID3.
  package static let manifestEvents: NoteID = "mpd-events-other"
  /// AdaptationSets whose media carries no event messages.
  package static let manifestUnread: NoteID = "mpd-not-read"
  /// The media is encrypted; its event messages are not.
  package static let manifestEncrypted: NoteID = "mpd-encrypted"
  /// Media whose clock is not where the manifest says.
  package static let manifestMisfit: NoteID = "mpd-time-misfit"
  /// A version of the manifest has another availabilityStartTime than the one before.
  package static let manifestClockMoved: NoteID = "mpd-clock-moved"
  /// The clocks of a dynamic manifest differ.
  package static let manifestClockDrift: NoteID = "mpd-clock-drift"
  /// Events of a manifest that lie outside their Period.
  package static let manifestEventPeriod: NoteID = "mpd-event-period"
  /// A tag in a segment that ends after its Period.
  package static let manifestOutside: NoteID = "mpd-tag-outside-period"
}

// The names under which the reader says what was unusual. All but the last thirteen are conformance
// rules; `playlistUnanswered` is judged by `hls-playlist-invalid`, `otherData` by `pes-payload-start`,
// `initializationMissing` by `hls-segment-missing`, and `duplicateDiffers` and `framesLost` by
// `ts-duplicate-packet` and `ts-continuity`.
extension NoteID {
  static let pesEmpty: NoteID = "pes-empty"
  static let pesPTSMissing: NoteID = "pes-pts-missing"
  static let pesDTS: NoteID = "pes-dts"
  static let pesStreamID: NoteID = "pes-stream-id"
  static let pesAlignment: NoteID = "pes-alignment"
  static let pesLength: NoteID = "pes-length"
  static let pesCells: NoteID = "pes-mau-header"
  static let pesPayloadStart: NoteID = "pes-payload-start"
  static let pesMultipleTags: NoteID = "pes-multiple-tags"
  static let pesSplitTag: NoteID = "pes-split-tag"
  static let pmtUndeclared: NoteID = "pmt-undeclared"
  static let tagTruncated: NoteID = "tag-truncated"
  static let tagTrailingBytes: NoteID = "tag-trailing-bytes"
  static let tagHeader: NoteID = "tag-header"
  static let tagTrailer: NoteID = "tag-trailer"
  package static let leadingID3: NoteID = "ts-leading-id3"
  static let packedAudioTimestamp: NoteID = "hls-packed-audio-timestamp"
  package static let clockBackward: NoteID = "clock-pts-backward"
  package static let clockJump: NoteID = "clock-pts-jump"
  /// The note of a jump of times, which is negative for one back.
  static func jump(by step: some SignedNumeric & Comparable) -> NoteID {
    step < 0 ? .clockBackward : .clockJump
  }
  static let clockEstimated: NoteID = "clock-estimated"
  package static let strippedHeader: NoteID = "ffmpeg-stripped-header"
  package static let messageVersion: NoteID = "emsg-version"
  package static let messageScheme: NoteID = "emsg-scheme"
  package static let messageData: NoteID = "emsg-message-data"
  static let messageMalformed: NoteID = "emsg-malformed"
  static let messagePosition: NoteID = "emsg-position"
  static let messageTimescale: NoteID = "emsg-timescale"
  package static let messageIDReuse: NoteID = "emsg-id-reuse"
  static let messageDuplicate: NoteID = "emsg-duplicate"
  static let messageFlood: NoteID = "emsg-flood"
  /// A tag begins in one part of a segment and ends in another.
  package static let tagInTwoParts: NoteID = "hls-ll-part-metadata"
  /// The media that players play in an interstitial has no tags, or could not be read.
  package static let interstitialWithoutTags: NoteID = "hls-interstitial-without-tags"
  /// An interstitial replaces content that has tags.
  package static let interstitialReplacesTags: NoteID = "hls-interstitial-replaces-tags"
  /// A part is longer than its target duration.
  package static let partTooLong: NoteID = "hls-ll-part-target"
  /// A server does not keep what its playlist promises of blocking reloads.
  package static let reloadNotBlocking: NoteID = "hls-ll-blocking-reload"
  /// A playlist could not be loaded again.
  package static let playlistUnanswered: NoteID = "hls-playlist-unanswered"
  static let eventTrackRead: NoteID = "event-track-read"
  static let eventTrackEmpty: NoteID = "event-track-empty"
  package static let otherData: NoteID = "pes-other-data"
  package static let initializationMissing: NoteID = "hls-initialization-missing"
  package static let duplicateDiffers: NoteID = "ts-duplicate-differs"
  package static let framesLost: NoteID = "ts-frames-lost"
  static let recoveredHeader: NoteID = "recovered-header"
  static let kindUncertain: NoteID = "kind-uncertain"
  static let unparsedTag: NoteID = "unparsed-tag"
  /// An event message without `scheme_id_uri`: `player-muxjs` judges it.
  static let messageWithoutScheme: NoteID = "emsg-without-scheme"
  static let audioSync: NoteID = "audio-sync"
  /// A file is missing among those that are joined; `hls-segment-missing` judges it.
  package static let joinedHole = NoteID(rawValue: PIDSieve.holeNote)
  /// The input ends within a tag, which `tag-truncated` does not judge then.
  package static let tagAtInputEnd: NoteID = "tag-at-input-end"
  /// The input or a segment ends within a box of MP4; `tag-truncated` or `hls-segment-cut` judges it.
  package static let endsWithinBox: NoteID = "ends-within-box"
  /// Nothing but empty samples in an event track that does not say what it is for; `event-track-empty`
  /// judges it.
  package static let eventTrackIdle: NoteID = "event-track-idle"
  /// A playlist without its end mark, on disk or of type VOD, which was read as far as it goes.
  package static let playlistCaptured: NoteID = "hls-playlist-captured"
  /// The end of a date range is guessed; no rule judges it.
  package static let dateRangeGuessed: NoteID = "hls-daterange-guessed"
}

// Notes that `ts-sync` and `pmt-unstable` judge beside the notes of their own names.
extension NoteID {
  package static let partialPacket: NoteID = "ts-partial-packet"
  package static let mapVersion: NoteID = "pmt-version"
}
