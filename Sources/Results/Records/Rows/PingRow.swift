import Formats
import NielsenAppApi

/// A row of `pings`: one ping that the engine made.
package struct PingRow: RecordRow {
  package let input: String
  package let index: Int
  /// The time on the presentation timeline, in seconds, at which the engine made the ping; 0 before playback. For a
  /// list of calls, the time since the start of the list.
  package let time: Double?
  package let ping: Ping
  /// The instance of the SDK that made the ping. Nil unless a list of calls is played.
  package let instance: String?

  package init(input: String, index: Int, time: Double?, ping: Ping, instance: String? = nil) {
    (self.input, self.instance, self.index, self.time) = (input, instance, index, time)
    self.ping = ping
  }

  /// All formats of rows, because a ping is also a URL.
  package static let formats: [OutputFormat] = [.table, .json, .jsonl, .csv, .url]

  package typealias Fields = PingFields

  package var url: String? { ping.url }

  /// The row as a JSON object. `parameters` is an array of names and values in the order of the
  /// URL. If a list of calls is played, `instance` follows `input`.
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
  package static let columns = [
    TableColumn("TIME", width: 9, alignment: .right),
    TableColumn("PRODUCT", width: 7),
    TableColumn("TYPE", width: 10),
    TableColumn("CREATED", width: 20, isOptional: true),
    TableColumn("CREDIT", width: 22),
    TableColumn("DETAILS", width: 24),
  ]

  /// An explanation of the credit string, shown after the table.
  package static func legend(_ style: TableStyle) -> String {
    style.paint(
      """
      CREDIT: 2 DTVR or 4 DCR, breakout code, time shift, kind and number of the
      segment, one digit per minute (1: 30 s or more were credited), ad model.
      """,
      .faint
    )
  }

  package var cells: [TableCell] {
    [
      TableCell(time.flatMap(Decimals.fixed)),
      TableCell(ping.product.rawValue, ping.product == .dtvr ? .accent : .none),
      // A type with the same name as the product is left out, because "session session" would repeat it.
      TableCell(
        ping.type.rawValue == ping.product.rawValue ? nil : ping.type.rawValue,
        ping.product == .error ? .warning : .none
      ),
      TableCell(UTCTime.text(ping.createTime)),
      TableCell(ping["cr"]),
      TableCell(details, .faint),
    ]
  }

  /// The most important fields of a ping in addition to its credit: the reported seconds, and the content.
  private var details: String {
    [watched, ping["ca"]].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The seconds that the ping reports: `300 s` for `c27=cln,300`.
  private var watched: String? {
    guard let value = ping["c27"]?.split(separator: ",").last, Int(value) != nil else { return nil }
    return "\(value) s"
  }
}

/// A line of `pings`: one ping that the engine made.
package final class PingFields: RecordFields {
  package typealias Row = PingRow
  package static let schema = RecordSchema(PingFields())
  package let input = Field.text(
    "the input as the user named it; for pings of a cast receiver, with ` (receiver)` after it"
  ) { $0.input }
  package let index = Field.integer("the number of the ping among all pings of the input, from 0") {
    $0.index
  }
  package let product = Field.text(
    "`session`, `dtvr`, `id3`, `tsv`, `dcr`, `static`, `emm` or `error`",
    isRequired: true
  ) { $0.ping.product.rawValue }
  package let type = Field.text(
    "the event that the ping reports, such as `impression`, `view` or `duration`",
    isRequired: true
  ) { $0.ping.type.rawValue }
  package let time = Field.seconds(
    "when the ping was made, in seconds on the presentation timeline or since a list of calls began"
  ) {
    $0.time
  }
  let createTime = Field.integer(
    "when the ping was made, in Unix seconds of the player's clock",
    isRequired: true
  ) { $0.ping.createTime }
  let sendTime = Field.integer(
    "when the ping would be sent, in Unix seconds of the player's clock",
    isRequired: true
  ) { $0.ping.sendTime }
  let endpoint = Field.text("the path of the URL", isRequired: true) { $0.ping.endpoint }
  package let url = Field.text("the complete URL", isRequired: true) { $0.ping.url }
  let parameters = Field.array(
    "the parameters of the URL in their order: an array of `[name, value]`, decoded",
    isRequired: true
  ) { $0.ping.parameters.map { .array([.string($0.name), .string($0.value)]) } }
}
