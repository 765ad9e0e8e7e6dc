import NielsenTag
import Testing

@testable import TimedMetadata

@Suite struct EscapedPayloadTests {
  private let payload = SampleText.payload(0)

  private func match(_ text: String, isLast: Bool = true) -> EscapedPayload.Match {
    Array(text.utf8).withUnsafeBytes { EscapedPayload.match($0, at: 0, isLast: isLast) }
  }

  @Test(
    "a payload is read in every form that keeps it in one line",
    arguments: [
      ("/", "/"), ("/", "%2F"), ("/", "%2f"), ("=", "%3D"), ("=", "%3d"), ("/", "\\/"),
      ("/", "\\\\/"), ("=", "\\u003D"), ("/", "\\u002f"), ("=", "\\\\u003d"), ("/", "\\x2F"),
      (".", "%2E"), ("A", "%41"),
    ]
  )
  func forms(plain: String, escaped: String) {
    let text = payload.split(separator: plain, omittingEmptySubsequences: false)
      .joined(separator: escaped)
    let expected = EscapedPayload.Match.payload(Array(payload.utf8), byteCount: text.utf8.count)
    #expect(match(text) == expected)
    #expect(match(text + "\" rest") == expected)
    for length in 0..<text.utf8.count {
      let cut = String(text.prefix(length))
      #expect(match(cut, isLast: false) == .incomplete)
      #expect(match(cut) == .none)
    }
  }

  @Test(
    "anything else is none",
    arguments: [
      ("/", "%252F"), ("/", "\n"), ("/", "%2"), ("=", "%u3D"), ("/", "\\u012F"),
      ("/", "\\\\\\\\\\/"),
      ("w", "W"),
    ]
  )
  func others(plain: String, other: String) {
    let text = payload.split(separator: plain, omittingEmptySubsequences: false)
      .joined(separator: other)
    #expect(match(text) == .none)
  }
}
