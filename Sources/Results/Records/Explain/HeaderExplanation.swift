import ID3
import NielsenTag

/// The explanation of the header of a tag, with one line for each of its frames.
struct HeaderExplanation {
  let bytes: [UInt8]
  let tag: ID3Tag

  /// The length of an ID3v2 header in bytes (ID3v2.4.0 structure, 3.1).
  private static let size = 10

  /// The fields of the header, the frames, and the problems that the parser found.
  var fields: [ExplainedField] {
    guard bytes.count >= Self.size else { return frameFields }
    return [
      field("file identifier", 0, 3, "ID3", "starts every ID3v2 tag"),
      field(
        "version",
        3,
        2,
        "\(tag.version)",
        "the version of the tag",
        finding: tag.version == .v24 ? nil : "Nielsen tags are ID3v2.4.0"
      ),
      field("flags", 5, 1, ByteDrawing.hex(bytes[5...5]), flags),
      field("size", 6, 4, "\(size)", "bytes after the header, as seven bits per byte"),
    ] + frameFields
      + tag.issues.map { issue in
        ExplainedField("issue", "found while parsing the tag", .isPublic, finding: "\(issue)")
      }
  }

  /// The header as boxes, followed by the frame's header if the tag has exactly one frame.
  var boxes: [ByteDrawing.Box] {
    guard bytes.count >= 20, tag.frames.count == 1 else { return headerBoxes }
    return headerBoxes + [
      ByteDrawing.Box(10, "frame", tag.frames[0].id),
      ByteDrawing.Box(14, "size", ByteDrawing.hex(bytes[14..<18])),
      ByteDrawing.Box(18, "flags", ByteDrawing.hex(bytes[18..<20])),
    ]
  }

  private var headerBoxes: [ByteDrawing.Box] {
    guard bytes.count >= Self.size else { return [] }
    return [
      ByteDrawing.Box(0, "file id", "I D 3"),
      ByteDrawing.Box(3, "version", ByteDrawing.hex(bytes[3..<5])),
      ByteDrawing.Box(5, "flags", ByteDrawing.hex(bytes[5...5])),
      ByteDrawing.Box(6, "size", ByteDrawing.hex(bytes[6..<10])),
    ]
  }

  private var size: Int { bytes[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7f) } }

  private var flags: String {
    var names: [String] = []
    if bytes[5] & 0x80 != 0 { names.append("unsynchronised") }
    if bytes[5] & 0x40 != 0 { names.append("extended header") }
    if bytes[5] & 0x20 != 0 { names.append("experimental, as Nielsen tags are") }
    if bytes[5] & 0x10 != 0 { names.append("footer") }
    return names.isEmpty ? "none set" : names.joined(separator: ", ")
  }

  private var frameFields: [ExplainedField] {
    tag.frames.map { frame in
      ExplainedField("frame", value: frame.id, Self.words(for: frame), .isPublic)
    }
  }

  private static func words(for frame: ID3Frame) -> String {
    switch frame.content {
    case .priv(let owner, let data):
      owner.hasPrefix(NielsenPayload.ownerPrefix)
        ? "private frame; its owner identifier is the payload below"
        : "private frame of \(owner), bytes of data: \(data.count)"
    case .text(_, let values): "text: \(values.joined(separator: ", "))"
    case .userText(_, let description, let values):
      "text \(description): \(values.joined(separator: ", "))"
    default: "see the tag's JSON in `id3tap extract`"
    }
  }

  private func field(
    _ name: String,
    _ offset: Int,
    _ length: Int,
    _ value: String,
    _ meaning: String,
    finding: String? = nil
  ) -> ExplainedField {
    ExplainedField(
      name,
      offset: offset,
      length: length,
      value: value,
      meaning,
      .isPublic,
      finding: finding
    )
  }
}
