import HTTP
import Testing

@testable import Presentation

@Suite struct ResourceCacheTests {
  private static func request(_ name: String) -> ResourceRequest {
    ResourceRequest(url: "https://test/\(name)", purpose: .key, maximumSize: 4096)
  }

  @Test("a resource is requested once, and every reader gets the same bytes")
  func once() async throws {
    let loader = MemoryLoader(["https://test/key": [1, 2, 3]], pieceSize: 1)
    let cache = ResourceCache()
    for _ in 0..<3 {
      let resource = cache.resource(Self.request("key"), from: ResourceSource(loader))
      #expect(try await resource.bytes() == [1, 2, 3])
      #expect(try await resource.bytes() == [1, 2, 3])
    }
    #expect(loader.requests.count == 1)
  }

  @Test("concurrent readers of a resource wait for one request")
  func tasks() async throws {
    let loader = MemoryLoader(["https://test/key": [7]])
    loader.hold("https://test/key")
    let resource = ResourceCache().resource(Self.request("key"), from: ResourceSource(loader))
    let tasks = (0..<4).map { _ in Task { try await resource.bytes() } }
    loader.release("https://test/key")
    for task in tasks { #expect(try await task.value == [7]) }
  }

  @Test("a failed resource is requested again by the next reader after a wait")
  func failure() async throws {
    let loader = MemoryLoader(answers: [
      "https://test/key": [.failure(.unreachable), .bytes([1])]
    ])
    let clock = TestClock()
    let cache = ResourceCache(clock: clock)
    let first = cache.resource(Self.request("key"), from: ResourceSource(loader))
    await #expect(throws: ResourceError.self) { try await first.bytes() }
    await #expect(throws: ResourceError.self) { try await first.bytes() }
    clock.advance(to: ResourceCache.firstWait)
    #expect(
      try await cache.resource(Self.request("key"), from: ResourceSource(loader)).bytes() == [1]
    )
    #expect(loader.requests.count == 2)
  }

  @Test("a resource that keeps failing is requested after growing waits, however often it is read")
  func lasting() async {
    let loader = MemoryLoader([:])
    let clock = TestClock()
    let cache = ResourceCache(clock: clock)
    var times: [Double] = []
    for tenth in 0..<1200 {
      let time = Double(tenth) / 10
      clock.advance(to: time)
      let before = loader.requests.count
      await #expect(throws: ResourceError.self) {
        try await cache.resource(Self.request("key"), from: ResourceSource(loader)).bytes()
      }
      if loader.requests.count > before { times.append(time) }
    }
    #expect(times == [0, 1, 3, 7, 15, 31, 61, 91])
  }

  @Test("a task that waits for a cancelled resource gets an error")
  func cancel() async {
    let loader = MemoryLoader(["https://test/key": [7]])
    loader.hold("https://test/key")
    let resource = ResourceCache().resource(Self.request("key"), from: ResourceSource(loader))
    let task = Task { () async -> ResourceError.Code? in
      do throws(ResourceError) {
        _ = try await resource.bytes()
        return nil
      } catch {
        return error.code
      }
    }
    resource.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test("the least recently used resource is dropped first")
  func bounded() {
    let loader = MemoryLoader([:])
    let cache = ResourceCache()
    for number in 0..<ResourceCache.capacity {
      _ = cache.resource(Self.request("\(number)"), from: ResourceSource(loader))
    }
    _ = cache.resource(Self.request("0"), from: ResourceSource(loader))
    _ = cache.resource(Self.request("new"), from: ResourceSource(loader))
    _ = cache.resource(Self.request("0"), from: ResourceSource(loader))
    #expect(loader.requests.count == ResourceCache.capacity + 1)
    _ = cache.resource(Self.request("1"), from: ResourceSource(loader))
    #expect(loader.requests.count == ResourceCache.capacity + 2)
  }
}
