import HLS

/// Lines of playlists as texts, without interpreting them.
enum EvidenceText {
  /// The lines that are not blank, without spaces and tabs around them.
  static func lines(of bytes: [UInt8]) -> some Sequence<String> {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return bytes[start...].split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
      .map { line in
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        let start = line.drop(while: isBlank)
        let end = start.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start.startIndex
        return String(decoding: start[..<end], as: UTF8.self)
      }
      .filter { !$0.isEmpty }
  }

  /// The last line that is not a tag: the URI of the last segment.
  static func lastSegment(of bytes: [UInt8]) -> ArraySlice<UInt8>? {
    let isEnd: (UInt8) -> Bool = { $0 == 0x0A || $0 == 0x0D }
    var rest = bytes[...]
    while let end = rest.lastIndex(where: { !isEnd($0) }) {
      let start = rest[...end].lastIndex(where: isEnd).map { $0 + 1 } ?? rest.startIndex
      if rest[start] != UInt8(ascii: "#") { return rest[start...end] }
      rest = rest[..<start]
    }
    return nil
  }

  /// Whether a playlist lists partial segments.
  static func listsParts(_ bytes: [UInt8]) -> Bool {
    lines(of: bytes).contains { $0.hasPrefix("#EXT-X-PART:") }
  }

  /// The text with `{$name}` replaced by the variables that it defines or imports, and those variables.
  static func expanded(
    _ text: EvidenceRecorder.Text,
    importing variables: [String: String] = [:]
  ) -> (text: EvidenceRecorder.Text, variables: [String: String]) {
    guard lines(of: text.bytes).contains(where: { $0.hasPrefix("#EXT-X-DEFINE") }) else {
      return (text, [:])
    }
    let own = VariableText.variables(of: text.bytes, uri: text.base, importable: variables)
    let lines = lines(of: text.bytes).map { VariableText.replacing(own, in: $0) + "\n" }
    return (EvidenceRecorder.Text(base: text.base, bytes: Array(lines.joined().utf8)), own)
  }

  /// The value of an attribute, without quotes; nil when it is missing.
  static func attribute(_ name: String, in line: String) -> String? {
    range(of: name, in: line).map { range in
      let value = line[range]
      return value.first == "\"" ? String(value.dropFirst().dropLast()) : String(value)
    }
  }

  /// The line with another URI and without its byte range: the URI is the whole resource.
  static func replacingURI(in line: String, with name: String) -> String {
    var line = line
    if let range = range(of: "BYTERANGE", in: line) {
      var start = line.index(range.lowerBound, offsetBy: -"BYTERANGE=".count)
      // With the comma before it, or the one after.
      var end = range.upperBound
      let before = line.index(start, offsetBy: -1, limitedBy: line.startIndex)
      if let before, line[before] == "," {
        start = before
      } else if end < line.endIndex, line[end] == "," {
        end = line.index(after: end)
      }
      line.removeSubrange(start..<end)
    }
    guard let range = range(of: "URI", in: line) else { return line }
    line.replaceSubrange(range, with: "\"\(name)\"")
    return line
  }

  /// The range of the value of an attribute, with its quotes.
  private static func range(of name: String, in line: String) -> Range<String.Index>? {
    guard var index = line.firstIndex(of: ":").map({ line.index(after: $0) }) else { return nil }
    while index < line.endIndex {
      let nameEnd = line[index...].firstIndex { $0 == "=" || $0 == "," } ?? line.endIndex
      guard nameEnd < line.endIndex, line[nameEnd] == "=" else {
        guard nameEnd < line.endIndex else { return nil }
        index = line.index(after: nameEnd)
        continue
      }
      let start = line.index(after: nameEnd)
      var end = start
      if start < line.endIndex, line[start] == "\"" {
        let inside = line.index(after: start)
        guard let quote = line[inside...].firstIndex(of: "\"") else { return nil }
        end = line.index(after: quote)
      } else {
        end = line[start...].firstIndex(of: ",") ?? line.endIndex
      }
      if line[index..<nameEnd] == name { return start..<end }
      index = line[end...].firstIndex(of: ",").map { line.index(after: $0) } ?? line.endIndex
    }
    return nil
  }

  /// The byte range of `LENGTH@OFFSET`, or of `LENGTH` after the previous range; nil when the text is not
  /// valid.
  static func range(_ text: Substring, after end: Int64) -> Range<Int64>? {
    let parts = text.split(separator: "@", maxSplits: 1)
    guard let length = parts.first.flatMap({ Int64($0) }), length >= 0 else { return nil }
    let start = parts.count > 1 ? Int64(parts[1]) : end
    guard let start, start >= 0, start <= Int64.max - length else { return nil }
    return start..<start + length
  }
}
