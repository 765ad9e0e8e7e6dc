import Synchronization
import TestServer
import Testing

@testable import HTTP

@Suite struct SlowServerTests {
  private let bytes = sampleBytes(1_000_000)

  private func loader(
    _ server: TestServer,
    _ waits: @escaping @Sendable (Duration) -> Void = { _ in },
    change: (inout HTTPOptions) -> Void = { _ in }
  ) -> HTTPLoader {
    var options = HTTPOptions()
    change(&options)
    return HTTPLoader(
      topLevelURL: server.url("/"),
      options: options,
      environment: .impatient(waits)
    )
  }

  @Test("a fetch fails if the server sends nothing for the idle timeout", arguments: [0, 500_000])
  func silent(after count: Int) async throws {
    let server = try TestServer { [bytes] _ in
      .bytes(bytes).with {
        if count == 0 { $0.isSilent = true } else { $0.stop = (count, .stall) }
      }
    }
    // Half a megabyte may take more than a second on a busy machine; an empty body takes no time.
    let idleTime = count == 0 ? 1 : 3
    let fetched = await loader(server) { _ in
    } change: {
      $0.idleTimeout = .seconds(idleTime)
      $0.retries.maximumCount = 1
      $0.bufferSize = 1000
    }.fetch(server.url("/a"))
    #expect(fetched.error?.code == (count == 0 ? .timedOut : .incomplete))
    #expect(fetched.error?.reason.contains("sent nothing for \(idleTime) s") == true)
    #expect(fetched.bytes.count == count)
  }

  @Test("a fetch fails after the total timeout if the server sends too slowly")
  func drips() async throws {
    let server = try TestServer { [bytes] _ in
      .bytes(bytes).with {
        $0.pieceSize = 1
        $0.pieceDelay = .milliseconds(5)
      }
    }
    let fetched = await loader(server) { _ in
    } change: {
      $0.totalTimeout = .seconds(3)
      // After this delay, the error would give the rate instead. A busy machine may check the time limit very late.
      $0.noticeDelay = .seconds(600)
      $0.retries.maximumCount = 0
    }.fetch(server.url("/a"))
    #expect(fetched.error?.code == .incomplete)
    #expect(fetched.error?.reason.contains("took too long") == true)
    #expect(fetched.error?.remedy.contains("with resource-timeout in --config") == true)
    // Another attempt would have no time left.
    #expect(server.count(of: "/a") == 1)
  }

  @Test(
    "a server that stops sending is reported, and so is the retry of the request",
    arguments: [0, 3]
  )
  func slowServer(after count: Int) async throws {
    let server = try TestServer { [bytes] request in
      .file(bytes, for: request).with {
        if count == 0 { $0.isSilent = true } else { $0.stop = (count, .stall) }
      }
    }
    let notices = Mutex<[FetchNotice]>([])
    let fetched = await loader(server) { _ in
    } change: {
      $0.idleTimeout = .seconds(2)
      $0.noticeDelay = .milliseconds(20)
      $0.retries.maximumCount = 1
      $0.report = { notice in notices.withLock { $0.append(notice) } }
    }.fetch(server.url("/a"))
    #expect(fetched.error != nil)
    let reported = notices.withLock { $0 }
    // A busy machine may check an attempt only after its time is up; AttemptClockTests covers the exact times.
    let waiting = reported.filter { $0.text.contains("waiting for up to") }
    // One report for each of two attempts.
    #expect((1...2).contains(waiting.count))
    #expect(waiting.allSatisfy { $0.isLong })
    let retries = reported.map(\.text).filter { $0.contains("retrying") }
    #expect(retries.count == 1)
    #expect(retries.first?.contains("sent nothing for 2 s: retrying") == true)
  }

  @Test("a slow consumer does not cause a timeout")
  func slowConsumer() async throws {
    let server = try TestServer { [bytes] request in
      .bytes(bytes).with {
        guard request.path == "/drips" else { return }
        $0.pieceSize = 1
        $0.pieceDelay = .milliseconds(5)
      }
    }
    let loader = loader(server) { _ in
    } change: {
      $0.idleTimeout = .seconds(3)
      $0.totalTimeout = .seconds(3)
      $0.bufferSize = 1000
      $0.retries.maximumCount = 0
    }
    let resource = loader.open(
      ResourceRequest(url: server.url("/a"), purpose: .segment, maximumSize: .max)
    )
    _ = try await resource.response()
    // A later request fails first, because the consumer takes longer than a server may take.
    #expect(await loader.fetch(server.url("/drips")).error != nil)
    let fetched = await resource.fetched()
    #expect(fetched.error == nil)
    #expect(fetched.holds(bytes))
  }
}
