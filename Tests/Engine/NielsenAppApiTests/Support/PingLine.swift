@testable import NielsenAppApi

/// Pings in a short form for comparisons.
enum PingLine {
  /// The type, side, credit string, time and `davty` of a DTVR ping.
  static func dtvr(_ ping: Ping) -> String {
    let fields = [
      "\(ping.type)", ping["ca"].map { String($0.prefix(2)) }, ping["cr"], ping["c27"],
      ping["davty"],
    ]
    return fields.compactMap(\.self).joined(separator: " ")
  }
}
