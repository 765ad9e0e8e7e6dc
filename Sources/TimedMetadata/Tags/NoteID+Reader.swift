// The names under which the reader says what was unusual. All but the last two are conformance
// rules.
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
  static let leadingID3: NoteID = "ts-leading-id3"
  static let clockEstimated: NoteID = "clock-estimated"
  static let strippedHeader: NoteID = "ffmpeg-stripped-header"
  static let recoveredHeader: NoteID = "recovered-header"
  static let kindUncertain: NoteID = "kind-uncertain"
}
