import TransportStream

/// The name of a note: the name of the conformance rule that it concerns, or another name.
public struct NoteID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name in kebab case, such as `pes-pts-missing`.
  public var rawValue: String

  /// Makes a name from its text in kebab case.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes a name from a literal.
  public init(stringLiteral value: String) { self.rawValue = value }
}

// Notes of the reader about DASH manifests. A note with the name of a rule concerns that rule; the other notes explain
// what was read.
extension NoteID {
  /// Another fact about a manifest, such as a violation of the standard, or something that is not supported.
  public static let manifest: NoteID = "mpd-note"
  /// A duration or a timescale in the manifest that is missing or cannot be right, such as 0.
  public static let manifestUnused: NoteID = "mpd-unused"
  /// Events in the manifest that contain no ID3 tag.
  public static let manifestEvents: NoteID = "mpd-events-other"
  /// AdaptationSets or Representations that are not read, for example because their media cannot carry event messages.
  public static let manifestUnread: NoteID = "mpd-not-read"
  /// The media is encrypted, but its event messages are not.
  public static let manifestEncrypted: NoteID = "mpd-encrypted"
  /// Media whose times differ from those in the manifest.
  public static let manifestMisfit: NoteID = "mpd-time-misfit"
  /// A version of the manifest has a different availabilityStartTime from the first version.
  public static let manifestClockMoved: NoteID = "mpd-clock-moved"
  /// The clock of a dynamic manifest differs from the time in the server's `Date` header.
  public static let manifestClockDrift: NoteID = "mpd-clock-drift"
  /// Events of a manifest that are outside their Period.
  public static let manifestEventPeriod: NoteID = "mpd-event-period"
  /// A tag that is outside its Period, in a segment that extends beyond the Period.
  public static let manifestOutside: NoteID = "mpd-tag-outside-period"
}

// Names of the reader's notes. Most are names of conformance rules. Some notes are judged by a rule with another name:
// `playlistUnanswered` by `hls-playlist-invalid`, `otherData` by `pes-payload-start`, `initializationMissing` by
// `hls-segment-missing`, `duplicateDiffers` by `ts-duplicate-packet`, and `framesLost` by `ts-continuity`.
extension NoteID {
  /// A PES packet of the ID3 stream has no payload, or only zero bytes.
  public static let pesEmpty: NoteID = "pes-empty"
  /// A PES packet with a tag has no PTS.
  public static let pesPTSMissing: NoteID = "pes-pts-missing"
  /// A PES packet of the ID3 stream has a DTS.
  public static let pesDTS: NoteID = "pes-dts"
  /// A PES packet of the ID3 stream is neither in private_stream_1 nor in metadata_stream.
  public static let pesStreamID: NoteID = "pes-stream-id"
  /// The data_alignment_indicator of a PES packet with a tag is not set.
  public static let pesAlignment: NoteID = "pes-alignment"
  /// PES_packet_length differs from the length of the PES packet.
  public static let pesLength: NoteID = "pes-length"
  /// A header of a metadata access unit cell is before the tag.
  public static let pesCells: NoteID = "pes-mau-header"
  /// Bytes that belong to no tag are before the tag.
  public static let pesPayloadStart: NoteID = "pes-payload-start"
  /// A PES packet contains several tags.
  public static let pesMultipleTags: NoteID = "pes-multiple-tags"
  /// A tag begins in one PES packet and continues in the next one.
  public static let pesSplitTag: NoteID = "pes-split-tag"
  /// The PMT does not declare the PID of the tags.
  public static let pmtUndeclared: NoteID = "pmt-undeclared"
  /// A tag is cut off.
  public static let tagTruncated: NoteID = "tag-truncated"
  /// A PES packet or an event message has bytes after the tag.
  public static let tagTrailingBytes: NoteID = "tag-trailing-bytes"
  /// The header of a tag differs from the header of Nielsen's tags.
  public static let tagHeader: NoteID = "tag-header"
  /// The private data of a Nielsen tag does not end like that of Nielsen's tags.
  public static let tagTrailer: NoteID = "tag-trailer"
  /// An ID3 tag is before the first transport stream packet.
  public static let leadingID3: NoteID = "ts-leading-id3"
  /// Packed audio does not begin with the time stamp that HLS requires.
  public static let packedAudioTimestamp: NoteID = "hls-packed-audio-timestamp"
  /// Times go back.
  public static let clockBackward: NoteID = "clock-pts-backward"
  /// Times jump ahead.
  public static let clockJump: NoteID = "clock-pts-jump"
  /// The name of the note on a jump of times; `step` is negative for a jump back.
  static func jump(by step: some SignedNumeric & Comparable) -> NoteID {
    step < 0 ? .clockBackward : .clockJump
  }
  /// The time of a tag is estimated.
  public static let clockEstimated: NoteID = "clock-estimated"
  /// Older versions of FFmpeg have removed the first bytes of a tag.
  public static let strippedHeader: NoteID = "ffmpeg-stripped-header"
  /// The version of an event message is wrong, or not the one that its scheme needs.
  public static let messageVersion: NoteID = "emsg-version"
  /// Players do not know the scheme of an event message.
  public static let messageScheme: NoteID = "emsg-scheme"
  /// An event message does not contain exactly one whole tag.
  public static let messageData: NoteID = "emsg-message-data"
  /// Boxes of fragmented MP4 cannot be read.
  public static let messageMalformed: NoteID = "emsg-malformed"
  /// An event message is at the wrong position.
  public static let messagePosition: NoteID = "emsg-position"
  /// The timescale of an event message is wrong.
  public static let messageTimescale: NoteID = "emsg-timescale"
  /// Event messages with different contents have the same id.
  public static let messageIDReuse: NoteID = "emsg-id-reuse"
  /// An event message is repeated.
  public static let messageDuplicate: NoteID = "emsg-duplicate"
  /// More event messages precede a fragment than are queued.
  public static let messageFlood: NoteID = "emsg-flood"
  /// A tag begins in one part of a segment and ends in another.
  public static let tagInTwoParts: NoteID = "hls-ll-part-metadata"
  /// No tag was found in the assets of an interstitial, or the assets were not read.
  public static let interstitialWithoutTags: NoteID = "hls-interstitial-without-tags"
  /// An interstitial in whose assets no tag was found replaces content that has tags.
  public static let interstitialReplacesTags: NoteID = "hls-interstitial-replaces-tags"
  /// A part is longer than the part target duration.
  public static let partTooLong: NoteID = "hls-ll-part-target"
  /// A server does not answer blocking reloads as its playlist promises.
  public static let reloadNotBlocking: NoteID = "hls-ll-blocking-reload"
  /// A playlist could not be reloaded.
  public static let playlistUnanswered: NoteID = "hls-playlist-unanswered"
  /// Samples of an event track cannot be read or placed.
  public static let eventTrackRead: NoteID = "event-track-read"
  /// An event track that should contain ID3 has only empty samples.
  public static let eventTrackEmpty: NoteID = "event-track-empty"
  /// A PES packet of the ID3 stream contains no tag, but other bytes. The rule `pes-payload-start` judges this.
  public static let otherData: NoteID = "pes-other-data"
  /// An initialization section cannot be read. The rule `hls-segment-missing` judges this.
  public static let initializationMissing: NoteID = "hls-initialization-missing"
  /// A duplicate packet differs from its original. The rule `ts-duplicate-packet` judges this.
  public static let duplicateDiffers: NoteID = "ts-duplicate-differs"
  /// Packets are missing within audio or video. The rule `ts-continuity` judges this.
  public static let framesLost: NoteID = "ts-frames-lost"
  /// The missing first bytes of a tag were restored.
  public static let recoveredHeader: NoteID = "recovered-header"
  /// It is uncertain whether a Nielsen tag is a DATA or an INFO tag.
  public static let kindUncertain: NoteID = "kind-uncertain"
  /// The bytes of a tag cannot be parsed as an ID3 tag.
  public static let unparsedTag: NoteID = "unparsed-tag"
  /// An event message has no `scheme_id_uri`. The rule `player-muxjs` judges this.
  public static let messageWithoutScheme: NoteID = "emsg-without-scheme"
  /// Bytes of packed audio are neither a whole audio frame nor a tag.
  public static let audioSync: NoteID = "audio-sync"
  /// One of the files that are joined is missing. The rule `hls-segment-missing` judges this.
  public static let joinedHole = NoteID(rawValue: PIDSieve.holeNote)
  /// The input ends within a tag. The rule `tag-truncated` reports this as information only.
  public static let tagAtInputEnd: NoteID = "tag-at-input-end"
  /// The input or a segment ends within an MP4 box. `tag-truncated` reports the end of an input as information, and
  /// `hls-segment-cut` judges the end of a segment.
  public static let endsWithinBox: NoteID = "ends-within-box"
  /// An event track without a declared purpose has only empty samples. The rule `event-track-empty` judges this.
  public static let eventTrackIdle: NoteID = "event-track-idle"
  /// How a playlist without EXT-X-ENDLIST, or a dynamic manifest on disk, is read.
  public static let playlistCaptured: NoteID = "hls-playlist-captured"
  /// The end of a date range is guessed. No rule judges this.
  public static let dateRangeGuessed: NoteID = "hls-daterange-guessed"
}

// Notes that `ts-sync` and `pmt-unstable` judge in addition to the notes with the names of these rules.
extension NoteID {
  /// The input begins within a packet. The rule `ts-sync` judges this.
  public static let partialPacket: NoteID = "ts-partial-packet"
  /// The version of a PMT changes repeatedly, but its content does not. The rule `pmt-unstable` judges this.
  public static let mapVersion: NoteID = "pmt-version"
}
