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
