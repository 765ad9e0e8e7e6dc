/// The announcement in a `splice_info_section` (SCTE 35 2023, 9.6).
public struct SpliceAnnouncement: Sendable, Hashable {
  /// The name of the command in the standard, such as `splice_insert`.
  public var command: String
  /// `splice_event_id` or `segmentation_event_id`.
  public var eventID: UInt32?
  /// `segmentation_type_id`; nil for a `splice_insert`.
  public var segmentationType: UInt8?
  /// The segmentation type's name in the standard; nil where it has none.
  public var segmentationName: String?
  /// `segmentation_upid`: text as it is, all else in hexadecimal digits; nil without one.
  public var upid: String?
  /// `auto_return` of a break with a duration: whether it ends without a further message.
  public var returnsByItself: Bool?
  /// Whether an event that was announced before is cancelled.
  public var isCancelled = false
}
