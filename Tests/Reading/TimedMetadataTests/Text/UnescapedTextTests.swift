import NielsenTag
import Testing

@testable import TimedMetadata

@Suite struct UnescapedTextTests {
  private let payload = SampleText.payload(0)

  private func unescaped(_ text: String) -> (bytes: [UInt8], positions: [Int]) {
    Array(text.utf8).withUnsafeBytes { PayloadTextParser.unescaped($0) }
  }

  private func payloads(_ text: String) -> Int {
    NielsenPayload.occurrences(in: unescaped(text).bytes).count
  }

  @Test(
    "a payload with any supported escape is found whole",
    arguments: [
      ("/", "/"), ("/", "%2F"), ("/", "%2f"), ("=", "%3D"), ("=", "%3d"), ("/", "\\/"),
      ("/", "\\\\/"), ("=", "\\u003D"), ("/", "\\u002f"), ("=", "\\\\u003d"), ("/", "\\x2F"),
      (".", "%2E"), ("A", "%41"),
    ]
  )
  func forms(plain: String, escaped: String) {
    let text = payload.split(separator: plain, omittingEmptySubsequences: false)
      .joined(separator: escaped)
    #expect(unescaped(text).bytes == Array(payload.utf8))
    #expect(unescaped(text).positions.last == text.utf8.count)
    #expect(payloads("%41\"" + text + "\" rest") == 1)
    for length in 0..<text.utf8.count { #expect(payloads(String(text.prefix(length))) == 0) }
  }

  @Test(
    "a payload with any other escape or character is not found",
    arguments: [
      ("/", "%252F"), ("/", "\n"), ("/", "%2"), ("=", "%u3D"), ("/", "\\u012F"),
      ("/", "\\\\\\\\\\/"),
      ("w", "W"),
    ]
  )
  func others(plain: String, other: String) {
    let text = payload.split(separator: plain, omittingEmptySubsequences: false)
      .joined(separator: other)
    #expect(payloads(text) == 0)
  }
}
