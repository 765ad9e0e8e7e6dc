import ID3
import NielsenTag
import TimedMetadata

/// The explanation of a tag, or of a payload without a tag: field by field, and as a drawing.
package struct TagExplanation: Sendable, Equatable {
  /// A line that names the explained data: `ID3v2.4.0 tag, 274 bytes`.
  package let title: String
  package let fields: [ExplainedField]
  /// The lines of a drawing that shows the bytes as boxes.
  package let drawing: [String]

  package var findings: [String] { fields.compactMap(\.finding) }

  /// Explains a payload without a tag around it.
  package init(payload: NielsenPayload) {
    title = "Nielsen payload, \(payload.text.utf8.count) characters"
    fields = PayloadExplanation(payload: payload, start: 0).fields
    drawing =
      ByteDrawing(boxes: Self.boxes(of: payload, start: 0)).lines
      + Self.drawing(of: payload.watermark)
  }

  /// Explains a tag of a stream. For a text input, only the payload is explained.
  package init(_ tag: TimedTag) {
    if tag.carriage == .text, let payload = tag.nielsen {
      self.init(payload: payload)
    } else {
      self.init(tag: tag)
    }
  }

  private init(tag: TimedTag) {
    guard let parsed = tag.tag else {
      title = "ID3 tag that cannot be parsed, \(tag.bytes.count) bytes"
      let payload = tag.nielsen
      fields = payload.map { PayloadExplanation(payload: $0, start: 0).fields } ?? []
      drawing =
        ByteDrawing(
          boxes: payload.map { Self.boxes(of: $0, start: 0) }
            ?? [ByteDrawing.Box(0, "bytes", ByteDrawing.hex(tag.bytes, upTo: 16))]
        ).lines
      return
    }
    let header = HeaderExplanation(bytes: tag.bytes, tag: parsed)
    title = "ID3v\(parsed.version) tag, \(tag.bytes.count) bytes"
    var fields = header.fields
    var boxes = header.boxes
    if let payload = tag.nielsen {
      let start = Self.start(of: payload, in: tag.bytes)
      fields += PayloadExplanation(payload: payload, start: start ?? 0).fields
      boxes += Self.boxes(of: payload, start: start)
      if let trailer = TrailerExplanation(bytes: tag.bytes, payload: payload, start: start) {
        fields.append(trailer.field)
        boxes.append(trailer.box)
      }
    }
    self.fields = fields
    drawing = ByteDrawing(boxes: boxes).lines + Self.drawing(of: tag.nielsen?.watermark)
  }

  /// The position of the payload in the bytes of a tag. Nil if the payload is not found.
  private static func start(of payload: NielsenPayload, in bytes: [UInt8]) -> Int? {
    let text = Array(payload.text.utf8)
    guard !text.isEmpty, bytes.count >= text.count else { return nil }
    return (0...bytes.count - text.count).first { bytes[$0...].starts(with: text) }
  }

  private static func boxes(of payload: NielsenPayload, start: Int?) -> [ByteDrawing.Box] {
    let parts = payload.text.split(separator: "/", omittingEmptySubsequences: false)
    var boxes: [ByteDrawing.Box] = []
    var offset = start
    for (field, part) in zip(PayloadField.allCases, parts) {
      boxes.append(ByteDrawing.Box(offset, field.description, ByteDrawing.short(String(part))))
      offset = offset.map { $0 + part.utf8.count + 1 }
    }
    return boxes
  }

  /// A drawing of the 125 bytes of the watermark blob, with offsets from its start.
  private static func drawing(of blob: WatermarkBlob?) -> [String] {
    guard let blob else { return [] }
    let bytes = blob.bytes
    var boxes = [
      ByteDrawing.Box(0, "sequence", ByteDrawing.hex(bytes[0..<2])),
      ByteDrawing.Box(2, "type", ByteDrawing.hex(bytes[2..<3])),
    ]
    for index in 0..<WatermarkBlob.blockCount {
      let state = blob.usedBlocks.contains(index) ? "used" : "unused"
      boxes.append(
        ByteDrawing.Box(3 + index * WatermarkBlob.blockSize, "block \(index)", state)
      )
    }
    boxes += [
      ByteDrawing.Box(115, "first time", ByteDrawing.hex(bytes[115..<119])),
      ByteDrawing.Box(119, "last time", ByteDrawing.hex(bytes[119..<123])),
      ByteDrawing.Box(123, "checksum", ByteDrawing.hex(bytes[123..<125])),
    ]
    return ["", "the watermark blob, decoded:"] + ByteDrawing(boxes: boxes).lines
  }
}

/// The explanation of the two bytes after the payload: the NUL that ends the owner, and an "A".
struct TrailerExplanation {
  let field: ExplainedField
  let box: ByteDrawing.Box

  /// Fails if the position of the payload is unknown, or no bytes follow the payload.
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
