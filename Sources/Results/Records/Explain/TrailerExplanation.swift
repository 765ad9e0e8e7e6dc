import NielsenTag

/// The two bytes after the payload: the NUL that ends the owner, and a dummy.
struct TrailerExplanation {
  let field: ExplainedField
  let box: ByteDrawing.Box

  /// Nil when nothing comes after the payload.
  init?(bytes: [UInt8], payload: NielsenPayload, start: Int?) {
    guard let end = start.map({ $0 + payload.text.utf8.count }), end < bytes.count else {
      return nil
    }
    let trailer = Array(bytes[end...].prefix(TagEnvelope.trailer.count))
    let text = ByteDrawing.hex(trailer)
    field = ExplainedField(
      "trailer",
      offset: end,
      length: trailer.count,
      value: text,
      "NUL ends the owner identifier, \"A\" is the only byte of private data",
      .isPublic,
      finding: trailer == TagEnvelope.trailer
        ? nil : "expected \(ByteDrawing.hex(TagEnvelope.trailer))"
    )
    box = ByteDrawing.Box(end, "NUL, A", text)
  }
}
