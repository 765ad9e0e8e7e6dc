import Formats

/// Draws bytes as rows of boxes with their offsets above, wrapped to 76 columns.
struct ByteDrawing {
  struct Box {
    var offset: Int?
    var label: String
    var content: String

    init(_ offset: Int?, _ label: String, _ content: String) {
      (self.offset, self.label, self.content) = (offset, label, content)
    }

    fileprivate var width: Int { max(label.count, content.count) + 2 }
  }

  let boxes: [Box]

  private static let pageWidth = 76
  /// The maximum number of characters of a shortened text.
  private static let longest = 26

  var lines: [String] {
    var rows: [[Box]] = []
    var used = 0
    for box in boxes {
      if rows.isEmpty || used + box.width + 1 > Self.pageWidth {
        rows.append([])
        used = 1
      }
      rows[rows.count - 1].append(box)
      used += box.width + 1
    }
    return rows.flatMap(Self.draw)
  }

  private static func draw(_ row: [Box]) -> [String] {
    let border = "+" + row.map { String(repeating: "-", count: $0.width) + "+" }.joined()
    let offsets = row.map { box in
      (box.offset.map { "\($0)" } ?? "").padded(to: box.width + 1)
    }.joined()
    let labels = "|" + row.map { " \($0.label)".padded(to: $0.width) + "|" }.joined()
    let contents = "|" + row.map { " \($0.content)".padded(to: $0.width) + "|" }.joined()
    return [offsets.trimmingEnd, border, labels, contents, border]
  }

  /// The text, shortened in its middle if it is too long for a box.
  static func short(_ text: String) -> String {
    text.count <= longest ? text : text.prefix(longest - 7) + "…" + text.suffix(6)
  }

  /// Bytes as pairs of hexadecimal digits; `…` replaces the bytes after the first `count`.
  static func hex(_ bytes: some Collection<UInt8>, upTo count: Int = .max) -> String {
    let pairs = bytes.prefix(count).map {
      String(decoding: Hexadecimal.digits(of: $0), as: UTF8.self)
    }
    return pairs.joined(separator: " ") + (bytes.count > count ? " …" : "")
  }
}

extension String {
  fileprivate var trimmingEnd: String {
    var text = Substring(self)
    while text.hasSuffix(" ") { text.removeLast() }
    return String(text)
  }
}
