import TransportStream

/// The name of a note: the name of the conformance rule that it concerns, or a name that only the reader uses.
public struct NoteID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name in kebab case, such as `pes-pts-missing`.
  public var rawValue: String

  /// Makes a name from its text in kebab case.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes a name from a literal.
  public init(stringLiteral value: String) { self.rawValue = value }
}

/// Something unusual in a stream, with its position. Reading continues after a note.
public struct StreamNote: Sendable, Equatable {
  /// The name of the note.
  public var id: NoteID
  /// The rendition or variant; nil if unknown.
  public var rendition: String?
  /// The URI of the segment; nil if unknown.
  public var segment: String?
  /// The time on the presentation timeline, in seconds; nil if unknown.
  public var time: Double?
  /// The byte position in the input or in the segment; nil if unknown.
  public var offset: Int64?
  /// The PID that the note concerns; nil if it concerns no PID.
  public var pid: Int?
  /// The `program_number` that the note concerns; nil if none is known.
  public var program: Int?
  /// The number of occurrences that the note stands for, such as bytes skipped or packets lost. Nil means one.
  public var amount: Int?
  /// The measured time in seconds, if the note is about a time.
  public var measured: Double?
  /// Whether the note is about packets of the PAT or of a PMT, and not about a tag.
  public var concernsTables = false
  /// A description of what was found, with numbers.
  public var detail: String

  /// Makes a note with the given properties.
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

// Notes of the reader about DASH manifests. A note with the name of a rule concerns that rule; the other notes explain
// what was read.
extension NoteID {
  /// Another fact about a manifest, such as a violation of the standard, or something that is not supported.
  package static let manifest: NoteID = "mpd-note"
  /// A duration or a timescale in the manifest that is ignored, because it cannot be right, such as 0.
  package static let manifestUnused: NoteID = "mpd-unused"
  /// Events in the manifest that contain no ID3 tag.
  package static let manifestEvents: NoteID = "mpd-events-other"
  /// AdaptationSets or Representations that are not read, for example because their media cannot carry event messages.
  package static let manifestUnread: NoteID = "mpd-not-read"
  /// The media is encrypted, but its event messages are not.
  package static let manifestEncrypted: NoteID = "mpd-encrypted"
  /// Media whose times differ from those in the manifest.
  package static let manifestMisfit: NoteID = "mpd-time-misfit"
  /// A version of the manifest has a different availabilityStartTime from the first version.
  package static let manifestClockMoved: NoteID = "mpd-clock-moved"
  /// The clock of a dynamic manifest differs from the time in the server's `Date` header.
  package static let manifestClockDrift: NoteID = "mpd-clock-drift"
  /// Events of a manifest that are outside their Period.
  package static let manifestEventPeriod: NoteID = "mpd-event-period"
  /// A tag that is outside its Period, in a segment that extends beyond the Period.
  package static let manifestOutside: NoteID = "mpd-tag-outside-period"
}

// Names of the reader's notes. Most are names of conformance rules. Some notes are judged by a rule with another name:
// `playlistUnanswered` by `hls-playlist-invalid`, `otherData` by `pes-payload-start`, `initializationMissing` by
// `hls-segment-missing`, `duplicateDiffers` by `ts-duplicate-packet`, and `framesLost` by `ts-continuity`.
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
  /// The name of the note on a jump of times; `step` is negative for a jump back.
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
  /// No tag was found in the assets of an interstitial, or the assets were not read.
  package static let interstitialWithoutTags: NoteID = "hls-interstitial-without-tags"
  /// An interstitial in whose assets no tag was found replaces content that has tags.
  package static let interstitialReplacesTags: NoteID = "hls-interstitial-replaces-tags"
  /// A part is longer than the part target duration.
  package static let partTooLong: NoteID = "hls-ll-part-target"
  /// A server does not answer blocking reloads as its playlist promises.
  package static let reloadNotBlocking: NoteID = "hls-ll-blocking-reload"
  /// A playlist could not be reloaded.
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
  /// An event message has no `scheme_id_uri`. The rule `player-muxjs` judges this.
  static let messageWithoutScheme: NoteID = "emsg-without-scheme"
  static let audioSync: NoteID = "audio-sync"
  /// One of the files that are joined is missing. The rule `hls-segment-missing` judges this.
  package static let joinedHole = NoteID(rawValue: PIDSieve.holeNote)
  /// The input ends within a tag. The rule `tag-truncated` reports this as information only.
  package static let tagAtInputEnd: NoteID = "tag-at-input-end"
  /// The input or a segment ends within an MP4 box. `tag-truncated` reports the end of an input as information, and
  /// `hls-segment-cut` judges the end of a segment.
  package static let endsWithinBox: NoteID = "ends-within-box"
  /// An event track without a declared purpose has only empty samples. The rule `event-track-empty` judges this.
  package static let eventTrackIdle: NoteID = "event-track-idle"
  /// How a playlist without EXT-X-ENDLIST, or a dynamic manifest on disk, is read.
  package static let playlistCaptured: NoteID = "hls-playlist-captured"
  /// The end of a date range is guessed. No rule judges this.
  package static let dateRangeGuessed: NoteID = "hls-daterange-guessed"
}

// Notes that `ts-sync` and `pmt-unstable` judge in addition to the notes with the names of these rules.
extension NoteID {
  package static let partialPacket: NoteID = "ts-partial-packet"
  package static let mapVersion: NoteID = "pmt-version"
}
