import Testing

@testable import Reports

@Suite struct LineCutterTests {
  @Test("lines are the same however the bytes are divided", arguments: [1, 2, 3, 100])
  func pieces(size: Int) {
    let bytes = Array("one\n\ntwo\nthree".utf8)
    var cutter = LineCutter()
    var lines: [LineCutter.Line] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      cutter.append(bytes[start..<min(start + size, bytes.count)]) { lines.append($0) }
    }
    cutter.finish { lines.append($0) }
    #expect(lines == ["one", "", "two", "three"].map { .bytes(Array($0.utf8)) })
  }

  @Test("a line that is too long is reported, and the next line is read")
  func tooLong() {
    var cutter = LineCutter(limit: 4)
    var lines: [LineCutter.Line] = []
    cutter.append(Array("abcde\nabcd\n".utf8)[...]) { lines.append($0) }
    #expect(lines == [.tooLong, .bytes(Array("abcd".utf8))])
  }
}
