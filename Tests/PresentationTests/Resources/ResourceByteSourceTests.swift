import Synchronization
import Testing
import TimedMetadata

@testable import Presentation

/// Never gets ready until it is cancelled.
private final class SilentResource: Resource {
  private let cancelled = Mutex(false)
  var wasCancelled: Bool { cancelled.withLock { $0 } }

  var isReady: Bool { wasCancelled }
  func cancel() { cancelled.withLock { $0 = true } }
  func response() throws(ResourceError) -> ResourceResponse { throw failure }
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ResourceError) -> Int {
    throw failure
  }

  private var failure: ResourceError {
    ResourceError(.cancelled, url: "u", reason: "interrupted", remedy: "run it again")
  }
}

@Suite struct ResourceByteSourceTests {
  @Test("bytes and size come through")
  func bytes() throws {
    let folder = try TemporaryFolder()
    try folder.write([1, 2, 3], to: "a")
    let loader = FileLoader(playlistURL: folder.url("m.m3u8"))
    let request = ResourceRequest(url: folder.url("a"), purpose: .stream, maximumSize: 10)
    let source = ResourceByteSource(loader.open(request), name: "a") { false }
    #expect(source.size == nil)
    #expect(try source.response().url == folder.url("a"))
    #expect(source.size == 3)
    var buffer: [UInt8] = [0, 0]
    let counts = try (0..<3).map { _ in
      try buffer.withUnsafeMutableBytes { try source.read(into: $0) }
    }
    #expect(counts == [2, 1, 0])
  }

  @Test("a failure is reported in the words of the reader")
  func failure() {
    let request = ResourceRequest(url: "https://test/none", purpose: .stream, maximumSize: 10)
    let source = ResourceByteSource(MemoryLoader([:]).open(request), name: "a") { false }
    let error = #expect(throws: TimedMetadataError.self) { try source.response() }
    #expect(error?.code == .cannotOpen)
  }

  @Test("a wait for bytes ends when it is asked to")
  func interrupted() {
    let resource = SilentResource()
    var asked = 0
    let source = ResourceByteSource(resource, name: "a") {
      asked += 1
      return asked > 2
    }
    let error = #expect(throws: TimedMetadataError.self) {
      try withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { try source.read(into: $0) }
    }
    #expect(error?.code == .cancelled)
    #expect(resource.wasCancelled)
  }
}
