import System
import Testing

@testable import Presentation

@Suite struct ResourceCacheTests {
  private static func request(_ name: String) -> ResourceRequest {
    ResourceRequest(url: "https://test/\(name)", purpose: .key, maximumSize: 4096)
  }

  @Test("what was asked for is fetched once, and its bytes are the same for all")
  func once() throws {
    let loader = MemoryLoader(["https://test/key": [1, 2, 3]], pieceSize: 1)
    let cache = ResourceCache(loader)
    for _ in 0..<3 {
      let resource = cache.resource(Self.request("key"))
      #expect(try resource.bytes() == [1, 2, 3])
      #expect(try resource.bytes() == [1, 2, 3])
    }
    #expect(loader.requests.count == 1)
  }

  @Test("threads that want the same wait for the one that reads it")
  func threads() {
    let loader = MemoryLoader(["https://test/key": [7]])
    loader.hold("https://test/key")
    let resource = ResourceCache(loader).resource(Self.request("key"))
    let results = Monitor<[[UInt8]]>([])
    for _ in 0..<4 {
      let hasStarted = ReadingThread.start {
        let bytes = (try? resource.bytes()) ?? []
        results.withLock { $0.append(bytes) }
      }
      #expect(hasStarted)
    }
    #expect(results.withLock { $0.isEmpty })
    loader.release("https://test/key")
    #expect(results.wait(atMost: 600) { $0.count == 4 ? $0 : nil } == [[7], [7], [7], [7]])
  }

  @Test("one that failed is tried again, by whoever asks after a wait")
  func failure() throws {
    let loader = MemoryLoader(answers: [
      "https://test/key": [.failure(.unreachable), .bytes([1])]
    ])
    let clock = TestClock()
    let cache = ResourceCache(loader, clock: clock)
    let first = cache.resource(Self.request("key"))
    #expect(throws: ResourceError.self) { try first.bytes() }
    #expect(throws: ResourceError.self) { try first.bytes() }
    _ = clock.delay(until: ResourceCache.firstWait)
    #expect(try cache.resource(Self.request("key")).bytes() == [1])
    #expect(loader.requests.count == 2)
  }

  @Test("one that is never there is asked for with growing waits, however many need it")
  func lasting() {
    let loader = MemoryLoader([:])
    let clock = TestClock()
    let cache = ResourceCache(loader, clock: clock)
    var times: [Double] = []
    for tenth in 0..<1200 {
      let time = Double(tenth) / 10
      _ = clock.delay(until: time)
      let before = loader.requests.count
      #expect(throws: ResourceError.self) { try cache.resource(Self.request("key")).bytes() }
      if loader.requests.count > before { times.append(time) }
    }
    #expect(times == [0, 1, 3, 7, 15, 31, 61, 91])
  }

  @Test("given up, a thread that waits ends")
  func cancel() {
    let loader = MemoryLoader(["https://test/key": [7]])
    loader.hold("https://test/key")
    let resource = ResourceCache(loader).resource(Self.request("key"))
    let code = Monitor<ResourceError.Code?>(nil)
    let hasStarted = ReadingThread.start {
      do throws(ResourceError) {
        _ = try resource.bytes()
      } catch {
        code.withLock { $0 = error.code }
      }
    }
    #expect(hasStarted)
    resource.cancel()
    #expect(code.wait(atMost: 600) { $0 } == .cancelled)
  }

  @Test("the one that was used longest ago goes first")
  func bounded() {
    let loader = MemoryLoader([:])
    let cache = ResourceCache(loader)
    for number in 0..<ResourceCache.capacity { _ = cache.resource(Self.request("\(number)")) }
    _ = cache.resource(Self.request("0"))
    _ = cache.resource(Self.request("new"))
    _ = cache.resource(Self.request("0"))
    #expect(loader.requests.count == ResourceCache.capacity + 1)
    _ = cache.resource(Self.request("1"))
    #expect(loader.requests.count == ResourceCache.capacity + 2)
  }
}
