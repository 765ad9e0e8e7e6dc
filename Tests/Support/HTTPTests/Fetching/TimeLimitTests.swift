import Synchronization
import TestServer
import Testing

@testable import HTTP

@Suite struct TimeLimitTests {
  private let bytes = sampleBytes(1_000_000)

  @Test(
    "a request is not retried if the wait would exceed its time limit",
    arguments: [(404, nil, 6), (503, nil, 6), (503, "5", 1), (503, "10", 0), (429, "3600", 0)]
      as [(Int, String?, Int)]
  )
  func timeLimit(status: Int, asked: String?, expected: Int) async throws {
    let server = try TestServer { _ in
      .status(status, headers: asked.map { [("Retry-After", $0)] } ?? [])
    }
    let waits = Mutex<[Duration]>([])
    let loader = HTTPLoader(
      topLevelURL: server.url("/"),
      options: HTTPOptions(),
      environment: .impatient { wait in waits.withLock { $0.append(wait) } }
    )
    var request = ResourceRequest(url: server.url("/a"), purpose: .segment, maximumSize: .max)
    (request.retryTime, request.timeLimit) = (.seconds(30), .seconds(10))
    #expect(await loader.open(request).fetched().error?.status == status)
    let all = waits.withLock { $0 }
    #expect(all.reduce(.zero, +) < .seconds(10))
    #expect(all.count <= expected)
    #expect(all.isEmpty == (expected == 0))
  }

  @Test("a slow response fails after the time limit of its request", arguments: [true, false])
  func endless(isFast: Bool) async throws {
    let server = try TestServer { [bytes] _ in
      var response = TestResponse.bytes(bytes)
      (response.pieceSize, response.pieceDelay) = (isFast ? 4000 : 1, .milliseconds(20))
      return response
    }
    var request = ResourceRequest(url: server.url("/a"), purpose: .segment, maximumSize: .max)
    request.timeLimit = .milliseconds(300)
    var options = HTTPOptions()
    options.segmentRate = 1
    let loader = HTTPLoader(topLevelURL: server.url("/"), options: options)
    let fetched = await loader.open(request).fetched()
    #expect(fetched.error?.reason.contains("took too long") == true)
    #expect(!fetched.bytes.isEmpty)
    #expect(server.count(of: "/a") == 1)
  }
}
