import Testing

@testable import HTTP

@Suite struct FetchProgressTests {
  private func progress(_ range: Range<Int64>? = nil) -> FetchProgress {
    FetchProgress(
      ResourceRequest(url: "http://a.test/", byteRange: range, purpose: .segment, maximumSize: 100)
    )
  }

  private func head(_ status: Int, _ headers: [(String, String)] = []) -> ResponseHead {
    ResponseHead(
      status: status,
      headers: HTTPHeaders(headers)
    )
  }

  private func address() throws -> WebAddress { try WebAddress(fetching: "http://a.test/") }

  @Test("a request asks only for bytes that have not been received")
  func asking() throws {
    var whole = progress()
    #expect(whole.rangeField == nil)
    #expect(whole.wanted == nil)
    _ = try whole.accept(head(200, [("Content-Length", "10"), ("ETag", "\"x\"")]), at: address())
    whole.add(4)
    #expect(whole.rangeField == "bytes=4-")
    #expect(whole.condition == "\"x\"")
    #expect(whole.canResume)
    var part = progress(100..<200)
    #expect(part.rangeField == "bytes=100-199")
    part.add(99)
    #expect(part.rangeField == "bytes=199-199")
    #expect(!part.isComplete)
    part.add(1)
    #expect(part.isComplete)
    #expect(progress(5..<Int64.max).rangeField == "bytes=5-")
  }

  @Test("a body can be resumed with Last-Modified, but not with only a weak ETag or if compressed")
  func validators() throws {
    var weak = progress()
    _ = try weak.accept(head(200, [("ETag", "W/\"x\"")]), at: address())
    #expect(!weak.canResume)
    var dated = progress()
    _ = try dated.accept(head(200, [("ETag", "W/\"x\""), ("Last-Modified", "d")]), at: address())
    #expect(dated.canResume)
    var encoded = progress()
    _ = try encoded.accept(
      head(200, [("ETag", "\"x\""), ("Content-Encoding", "gzip")]),
      at: address()
    )
    #expect(!encoded.canResume)
    #expect(encoded.expected == nil)
  }

  @Test(
    "a response that may have different bytes does not continue a body",
    arguments: [
      (206, [("Content-Range", "bytes 4-9/11")]),
      (206, [("Content-Range", "bytes 4-9/10"), ("ETag", "\"y\"")]),
      (200, [("Content-Length", "10"), ("ETag", "\"y\"")]), (200, [("Content-Length", "10")]),
      (200, [("ETag", "\"x\""), ("Content-Length", "11")]),
    ]
  )
  func changed(status: Int, headers: [(String, String)]) throws {
    var progress = progress()
    let address = try address()
    _ = try progress.accept(head(200, [("Content-Length", "10"), ("ETag", "\"x\"")]), at: address)
    progress.add(4)
    #expect(try progress.accept(head(status, headers), at: address) == nil)
  }

  @Test("a response with the same validators continues a body after the received bytes")
  func same() throws {
    var progress = progress()
    let address = try address()
    _ = try progress.accept(head(200, [("Content-Length", "10"), ("ETag", "\"x\"")]), at: address)
    progress.add(4)
    let part = try progress.accept(head(206, [("Content-Range", "bytes 4-9/10")]), at: address)
    #expect(part == 0)
    let whole = try progress.accept(
      head(200, [("Content-Length", "10"), ("ETag", "\"x\"")]),
      at: address
    )
    #expect(whole == 4)
    #expect(progress.expected == 10)
  }

  @Test("a response that ends before the requested range does is incomplete")
  func shortPart() throws {
    var progress = progress(0..<10)
    _ = try progress.accept(head(206, [("Content-Range", "bytes 0-4/20")]), at: address())
    progress.add(5)
    #expect(throws: FetchFailure.self) { try progress.checkEnd(at: address()) }
    #expect(progress.expected == 10)
  }

  @Test(
    "a response that does not match the requested range or encoding is refused",
    arguments: [
      (206, [("Content-Range", "bytes 1-9/10")]), (206, []),
      (206, [("Content-Range", "bytes 0-10/20")]),
      (206, [("Content-Range", "bytes 0-9/10"), ("Content-Encoding", "gzip")]), (204, []),
      (205, []),
      (200, [("Content-Encoding", "zstd")]),
    ]
  )
  func senseless(status: Int, headers: [(String, String)]) {
    var progress = progress(0..<10)
    #expect(throws: FetchFailure.self) {
      try progress.accept(head(status, headers), at: address())
    }
  }
}
