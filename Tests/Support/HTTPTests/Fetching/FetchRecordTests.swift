import TestServer
import Testing

@testable import HTTP

@Suite struct FetchRecordTests {
  @Test(
    "the latest error response is recorded with the wait that the server requests",
    arguments: [
      (404, nil, "answered 404 (not found): check the URL"),
      (503, nil, "answered 503 (unavailable): try again later"),
      (503, "3600", "answered 503 (unavailable) and requests a wait of 3600 s: try again later"),
      (429, "5", "answered 429 (too many requests) and requests a wait of 5 s: try again later"),
    ] as [(Int, String?, String)]
  )
  func status(status: Int, asked: String?, words: String) async throws {
    let server = try TestServer { request in
      request.path == "/good.ts"
        ? .bytes([1, 2, 3]) : .status(status, headers: asked.map { [("Retry-After", $0)] } ?? [])
    }
    let record = FetchRecord { 7 }
    var options = HTTPOptions()
    options.record = record
    let loader = HTTPLoader(
      topLevelURL: server.url("/"),
      options: options,
      environment: .impatient()
    )
    #expect(await loader.fetch(server.url("/good.ts")).holds([1, 2, 3]))
    #expect(record.latest == nil)
    let error = await loader.fetch(server.url("/live/23.ts?token=secret")).error
    let place = "127.0.0.1:\(server.port)"
    #expect(record.latest?.text == "segment 23.ts: \(place) \(words)")
    #expect(record.latest?.time == 7)
    #expect(error.map { "\($0.reason): \($0.remedy)" } == "\(place) \(words)")
    #expect(await loader.fetch(server.url("/good.ts"), purpose: .playlist).holds([1, 2, 3]))
    #expect(record.segmentBytes == 3)
  }
}
