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
