import Formats
import NielsenAppApi

/// A row of `pings`: one ping that the engine made.
package struct PingRow: RecordRow {
  /// The input, as the user named it.
  package let input: String
  /// The place of the ping among all pings of the input, from 0.
  package let index: Int
  /// Seconds on the presentation timeline at which the engine made the ping; nil before the first.
  package let time: Double?
  package let ping: Ping
  /// The instance of the SDK that made the ping; nil when no list of calls is played.
  package let instance: String?

  package init(input: String, index: Int, time: Double?, ping: Ping, instance: String? = nil) {
    self.input = input
    self.instance = instance
    self.index = index
    self.time = time
    self.ping = ping
  }

  /// A ping is a URL, so that it has all forms.
  package static let formats: [OutputFormat] = [.table, .json, .jsonl, .csv, .url]

  package typealias Fields = PingFields

  /// The complete URL of the ping.
  package var url: String? { ping.url }

  /// The row as a JSON object. `parameters` keeps their order: an array of names and values. Where a list of calls
  /// is played, `instance` comes after `input`.
  package var json: JSONValue {
    let json = PingFields.schema.json(self)
    guard let instance, case .object(var members) = json else { return json }
    members.insert(.init("instance", .string(instance)), at: 1)
    return .object(members)
  }

  package func appendJSON(to bytes: inout [UInt8]) {
    if instance != nil { return json.append(to: &bytes) }
    PingFields.schema.shapes.append(values, to: &bytes)
  }
}

extension PingRow {
  /// The columns of the table.
  package static let columns = [
    TableColumn("TIME", width: 9, alignment: .right),
    TableColumn("PRODUCT", width: 7),
    TableColumn("TYPE", width: 10),
    TableColumn("CREATED", width: 20, isOptional: true),
    TableColumn("CREDIT", width: 22),
    TableColumn("DETAILS", width: 24),
  ]

  /// The cells of the table.
  package var cells: [TableCell] {
    [
      TableCell(time.flatMap(Decimals.fixed)),
      TableCell(ping.product.rawValue, ping.product == .dtvr ? .accent : .none),
      // "session session" says it twice.
      TableCell(
        ping.type.rawValue == ping.product.rawValue ? nil : ping.type.rawValue,
        ping.product == .error ? .warning : .none
      ),
      TableCell(UTCTime.text(ping.createTime)),
      TableCell(ping["cr"]),
      TableCell(details, .faint),
    ]
  }

  /// The most important fields of a ping beside its credit: how many seconds it counts, and the content.
  private var details: String {
    [watched, ping["ca"]].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// `c27=cln,300`.
  private var watched: String? {
    guard let value = ping["c27"]?.split(separator: ",").last, Int(value) != nil else { return nil }
    return "\(value) s"
  }
}
