/// The lines of a playlist, numbered and without surrounding white space (RFC 8216, section 4.1).
struct PlaylistLines {
  struct Line {
    let number: Int
    /// The text without white space at both ends.
    let text: ArraySlice<UInt8>
    /// Whether white space precedes the text, which the specification forbids.
    let isIndented: Bool
  }

  private let bytes: [UInt8]
  /// The start of the first line, after a byte order mark if there is one.
  private let start: Int
  private let limits: PlaylistLimits

  init(_ bytes: [UInt8], limits: PlaylistLimits) throws(PlaylistError) {
    guard bytes.count <= limits.bytes else {
      throw PlaylistError(
        .tooLarge,
        "the playlist has \(bytes.count) bytes, but at most \(limits.bytes) are allowed"
      )
    }
    self.bytes = bytes
    self.limits = limits
    start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Calls `body` with each line that is not blank, until it returns false.
  func forEach(_ body: (Line) throws(PlaylistError) -> Bool) throws(PlaylistError) {
    var number = 0
    var position = start
    while position < bytes.endIndex {
      number += 1
      guard number <= limits.lines else {
        throw PlaylistError(
          .tooManyLines,
          line: number,
          "the playlist has more than \(limits.lines) lines"
        )
      }
      let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
      guard end - position <= limits.lineBytes else {
        throw PlaylistError(
          .lineTooLong,
          line: number,
          "the line has \(end - position) bytes, but at most \(limits.lineBytes) are allowed"
        )
      }
      let text = ASCIISpace.trim(bytes[position..<end])
      if !text.isEmpty {
        let line = Line(number: number, text: text, isIndented: text.startIndex > position)
        guard try body(line) else { return }
      }
      position = end + 1
    }
  }
}

extension PlaylistLines.Line {
  enum Content {
    /// A tag: its name without `#`, and the text after the first `:` or white space, nil if the line has neither.
    case tag(name: String, value: ArraySlice<UInt8>?)
    case comment
    case uri
  }

  var content: Content {
    guard text.first == UInt8(ascii: "#") else { return .uri }
    guard text.dropFirst().starts(with: "EXT".utf8) else { return .comment }
    let afterMark = text.dropFirst()
    guard
      let end = afterMark.firstIndex(where: { $0 == UInt8(ascii: ":") || ASCIISpace.contains($0) })
    else { return .tag(name: String(decoding: afterMark, as: UTF8.self), value: nil) }
    let name = String(decoding: afterMark[..<end], as: UTF8.self)
    let value = ASCIISpace.trim(afterMark[(end + 1)...])
    return .tag(name: name, value: value)
  }
}
