import Testing
import TimedMetadata

@testable import PingAnalysis

@Suite("CSV captures")
struct CSVCaptureTests {
  @Test(
    "fields with quotes, commas and line breaks, and empty lines, are read at any piece size",
    arguments: [1, 2, 7, .max]
  )
  func records(pieceSize: Int) throws {
    let text = """
      a,url,b\r
      "x""y\r
      z","http://a/?b=1,2",\r

      1,http://a/?c=3,4,5
      """
    let bytes = CaptureBytes(MemorySource(Array(text.utf8), pieceSize: pieceSize))
    var found: [CapturedRequest] = []
    try CSVCapture(bytes).read { found.append($0.request) }
    #expect(found.map(\.url) == ["http://a/?b=1,2", "http://a/?c=3,4"])
    #expect(found.map(\.place) == ["line 2", "line 5"])
  }
}
