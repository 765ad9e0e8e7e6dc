/// An EXT-X-SERVER-CONTROL: what the server can do (rfc8216bis, section 4.4.3.8).
public struct ServerControl: Sendable, Hashable {
  /// CAN-BLOCK-RELOAD=YES: a request may wait for a segment that is not there yet.
  public let canBlockReload: Bool
  /// CAN-SKIP-UNTIL: delta updates leave out segments further than this from the end, in seconds.
  public let canSkipUntil: Double?
  /// CAN-SKIP-DATERANGES=YES: delta updates may leave out older date ranges too.
  public let canSkipDateRanges: Bool
  /// HOLD-BACK: the least distance from the end to play at, in seconds.
  public let holdBack: Double?
  /// PART-HOLD-BACK: the same with partial segments.
  public let partHoldBack: Double?
}
