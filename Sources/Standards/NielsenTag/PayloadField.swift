/// One of the seven fields of a payload, in their order.
public enum PayloadField: Int, Sendable, CaseIterable, CustomStringConvertible {
  /// `www.nielsen.com`.
  case host
  /// The CID of the Program Content.
  case pcCID
  /// The CID of the Final Distributor.
  case fdCID
  /// The watermark blob.
  case watermark
  /// Seconds since the day-start of the Program Content.
  case pcOffset
  /// Seconds since the day-start of the Final Distributor.
  case fdOffset
  /// The break-out code.
  case breakout

  /// Where the field starts in a payload, in characters.
  public var offset: Int {
    switch self {
    case .host: 0
    case .pcCID: 16
    case .fdCID: 41
    case .watermark: 66
    case .pcOffset: 235
    case .fdOffset: 241
    case .breakout: 247
    }
  }

  /// The number of characters of the field.
  public var count: Int {
    switch self {
    case .host: 15
    case .pcCID, .fdCID: ContentID.characterCount
    case .watermark: WatermarkBlob.characterCount
    case .pcOffset, .fdOffset: 5
    case .breakout: 2
    }
  }

  /// Where the field ends in a payload: the position of the `/` after it, or the payload's end.
  public var end: Int { offset + count }

  /// The name of the field in messages, such as `FD CID`.
  public var description: String {
    switch self {
    case .host: "host"
    case .pcCID: "PC CID"
    case .fdCID: "FD CID"
    case .watermark: "watermark blob"
    case .pcOffset: "PC offset"
    case .fdOffset: "FD offset"
    case .breakout: "breakout"
    }
  }
}
