import NielsenAppApi

extension Records {
  /// A line of `pings`: one ping that the engine made.
  package static let ping = RecordSchema<PingRow> {
    Field.text("input", "the input as the user named it") { $0.input }
    Field.integer("index", "the place among all pings of the input, from 0") { $0.index }
    Field.text(
      "product",
      "`session`, `dtvr`, `id3`, `tsv`, `dcr`, `static`, `emm` or `error`",
      isRequired: true
    ) {
      $0.ping.product.rawValue
    }
    Field.text(
      "type",
      "what the ping reports, such as `impression`, `view` or `duration`",
      isRequired: true
    ) {
      $0.ping.type.rawValue
    }
    Field.seconds("time", "seconds on the presentation timeline at which it was made") { $0.time }
    Field.integer(
      "createTime",
      "when it was made: Unix seconds of the player's clock",
      isRequired: true
    ) {
      $0.ping.createTime
    }
    Field.integer(
      "sendTime",
      "when it would be sent: Unix seconds of the player's clock",
      isRequired: true
    ) {
      $0.ping.sendTime
    }
    Field.text("endpoint", "the path of the URL", isRequired: true) { $0.ping.endpoint }
    Field.text("url", "the complete URL", isRequired: true) { $0.ping.url }
    Field.array(
      "parameters",
      "an array of `[name, value]`, decoded and in the order of the URL",
      isRequired: true
    ) {
      $0.ping.parameters.map { .array([.string($0.name), .string($0.value)]) }
    }
  }
}
