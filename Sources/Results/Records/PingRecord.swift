import NielsenAppApi

/// A line of `pings`: one ping that the engine made.
package final class PingFields: RecordFields {
  package typealias Row = PingRow
  package static let schema = RecordSchema(PingFields())
  package let input = Field.text("the input as the user named it") { $0.input }
  package let index = Field.integer("the place among all pings of the input, from 0") { $0.index }
  package let product = Field.text(
    "`session`, `dtvr`, `id3`, `tsv`, `dcr`, `static`, `emm` or `error`",
    isRequired: true
  ) { $0.ping.product.rawValue }
  package let type = Field.text(
    "what the ping reports, such as `impression`, `view` or `duration`",
    isRequired: true
  ) { $0.ping.type.rawValue }
  package let time = Field.seconds("seconds on the presentation timeline at which it was made") {
    $0.time
  }
  let createTime = Field.integer(
    "when it was made: Unix seconds of the player's clock",
    isRequired: true
  ) { $0.ping.createTime }
  let sendTime = Field.integer(
    "when it would be sent: Unix seconds of the player's clock",
    isRequired: true
  ) { $0.ping.sendTime }
  let endpoint = Field.text("the path of the URL", isRequired: true) { $0.ping.endpoint }
  package let url = Field.text("the complete URL", isRequired: true) { $0.ping.url }
  let parameters = Field.array(
    "an array of `[name, value]`, decoded and in the order of the URL",
    isRequired: true
  ) { $0.ping.parameters.map { .array([.string($0.name), .string($0.value)]) } }
}
