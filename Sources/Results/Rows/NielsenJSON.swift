import Formats
import NielsenTag

extension NielsenPayload {
  /// The members of `nielsen` in the records of `extract`.
  static let jsonKeys = [
    "kind", "pcCID", "fdCID", "watermark", "pcOffset", "fdOffset", "breakout", "sequence",
    "firstTime", "lastTime", "checksumValid",
  ]

  /// The payload as a JSON object.
  var json: JSONValue {
    let values: [JSONValue] = [
      .string(kind.rawValue), JSONValue(pcCID?.text), JSONValue(fdCID?.text),
      JSONValue(watermark?.text), JSONValue(pcOffset), JSONValue(fdOffset), JSONValue(breakout),
      JSONValue(sequence), JSONValue(firstTagTime), JSONValue(lastTagTime),
      JSONValue(checksumValid),
    ]
    return .object(zip(Self.jsonKeys, values).map(JSONValue.Member.init))
  }
}
