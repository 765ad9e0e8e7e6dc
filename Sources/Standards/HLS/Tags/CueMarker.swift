/// A tag of the field that marks an advertisement break. None of them is in RFC 8216; what they hold
/// differs by vendor, so everything but the kind is optional.
public struct CueMarker: Sendable, Hashable {
  /// The event at the next segment.
  public enum Kind: Sendable, Hashable {
    /// A break starts: EXT-X-CUE-OUT, or EXT-X-SCTE35 with CUE-OUT=YES.
    case out
    /// A break continues: EXT-X-CUE-OUT-CONT, or EXT-X-SCTE35 with CUE-OUT=CONT.
    case outContinued
    /// A break ends: EXT-X-CUE-IN, or EXT-X-SCTE35 with CUE-IN=YES.
    case `in`
    /// A splice message without more: EXT-OATCLS-SCTE35, EXT-X-SCTE35, EXT-SCTE35,
    /// EXT-X-SPLICEPOINT-SCTE35.
    case splice
    /// The asset that is shown: EXT-X-ASSET.
    case asset
  }

  /// The event.
  public internal(set) var kind: Kind
  /// The name of the tag without `#`.
  public let tag: String
  /// The planned duration of the break in seconds.
  public internal(set) var duration: Double?
  /// How much of the break has passed, in seconds.
  public internal(set) var elapsed: Double?
  /// The identifier of the event, as written.
  public internal(set) var id: String?
  /// The splice_info_section as carried: Base64, or hexadecimal digits after `0x`.
  public internal(set) var scte35: String?
  /// All attributes, where the tag has an attribute list.
  public let attributes: [PlaylistAttribute]
  /// The line, counted from 1.
  public let line: Int
}
