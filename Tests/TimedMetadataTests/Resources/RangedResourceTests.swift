import Synchronization
import Testing

@testable import TimedMetadata

@Suite("resources that are fetched range by range")
struct RangedResourceTests {
  /// What the server does with a range.
  enum Server: CaseIterable, Sendable {
    /// Sends it, and says how large the whole is.
    case ranges
    /// Sends it out of the whole, whose size it tells.
    case whole
    /// The same without telling.
    case wholeOfUnknownSize
  }

  /// Serves one resource, and notes what was asked for.
  private final class Loader: ResourceLoader {
    let bytes: [UInt8]
    let server: Server
    private let asked = Mutex<[Range<Int64>?]>([])

    init(_ bytes: [UInt8], _ server: Server = .ranges) {
      (self.bytes, self.server) = (bytes, server)
    }

    var requests: [Range<Int64>?] { asked.withLock { $0 } }

    func open(_ request: ResourceRequest) -> any Resource {
      asked.withLock { $0.append(request.byteRange) }
      let all = Int64(bytes.count)
      let range = request.byteRange.map { min($0.lowerBound, all)..<min($0.upperBound, all) }
      let part = Array(bytes[Int(range?.lowerBound ?? 0)..<Int(range?.upperBound ?? all)])
      return Answer(
        ResourceResponse(
          url: request.url,
          size: server == .wholeOfUnknownSize ? nil : Int64(part.count),
          wholeSize: server == .ranges ? all : nil
        ),
        part
      )
    }
  }

  private final class Answer: Resource {
    private let head: ResourceResponse
    private let left: Mutex<ArraySlice<UInt8>>

    init(_ head: ResourceResponse, _ bytes: [UInt8]) {
      self.head = head
      left = Mutex(bytes[...])
    }

    var isReady: Bool { true }
    func response() throws(ResourceError) -> ResourceResponse { head }
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ResourceError) -> Int {
      left.withLock { left in
        let part = left.prefix(buffer.count)
        buffer.copyBytes(from: part)
        left = left.dropFirst(part.count)
        return part.count
      }
    }
    func cancel() {}
  }

  private static let bytes = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

  private func resource(
    _ loader: Loader,
    _ range: Range<Int64>? = nil,
    head: SegmentHead = SegmentHead()
  ) -> RangedResource {
    let request = ResourceRequest(
      url: "https://test/a",
      byteRange: range,
      purpose: .segment,
      maximumSize: .max
    )
    return RangedResource(loader, request, head)
  }

  /// Reads up to `count` bytes, and fewer at the end.
  private func read(_ resource: RangedResource, _ count: Int, pieces: Int = 3000) throws -> [UInt8]
  {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: pieces)
    while bytes.count < count {
      let wanted = min(pieces, count - bytes.count)
      let read = try piece.withUnsafeMutableBytes {
        try resource.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[..<wanted]))
      }
      guard read > 0 else { break }
      bytes += piece[..<read]
    }
    return bytes
  }

  @Test(
    "what is not passed over comes whole, whatever the server does",
    arguments: Server.allCases,
    [nil, 0..<Int64.max, 100..<300_000, 100..<101, 0..<4096]
  )
  func whole(server: Server, range: Range<Int64>?) throws {
    for count in [0, 1, 4095, 4096, 4097, 500_000] {
      let all = Self.bytes.prefix(
        max(count, Int(range.flatMap { $0.upperBound == .max ? 0 : $0.upperBound } ?? 0))
      )
      let loader = Loader(Array(all), server)
      let resource = resource(loader, range)
      let wanted = range.map {
        Array(all[Int($0.lowerBound)..<Int(min($0.upperBound, Int64(all.count)))])
      }
      #expect(try read(resource, .max) == wanted ?? Array(all))
      #expect(try read(resource, 1) == [])
    }
  }

  @Test("what is passed over to the end is not asked for")
  func end() throws {
    let loader = Loader(Self.bytes)
    let resource = resource(loader)
    #expect(resource.skip(1000, surplus: 0) == 0)
    #expect(try read(resource, 4096) == Array(Self.bytes.prefix(4096)))
    #expect(resource.skip(600_000, surplus: 3000) == 495_904)
    #expect(try read(resource, 10) == [])
    #expect(loader.requests == [0..<4096])
  }

  @Test("behind what is passed over reading goes on")
  func middle() throws {
    let loader = Loader(Self.bytes)
    let resource = resource(loader)
    _ = try read(resource, 4000)
    #expect(resource.skip(200_000, surplus: 0) == 200_000)
    #expect(try read(resource, 5000) == Array(Self.bytes[204_000..<209_000]))
    // The rest of what was asked for is on its way.
    #expect(resource.skip(1000, surplus: 0) == 0)
    let second = loader.requests.dropFirst().compactMap(\.self).map(\.lowerBound)
    #expect(second.first == 204_000)
  }

  @Test("a server without ranges is asked for the rest in one piece, and then for everything")
  func withoutRanges() throws {
    let loader = Loader(Self.bytes, .whole)
    let head = SegmentHead()
    let resource = resource(loader, head: head)
    _ = try read(resource, 4096)
    #expect(resource.skip(400_000, surplus: 0) == 0)
    #expect(try read(resource, .max).count == 495_904)
    #expect(loader.requests == [0..<4096, 4096..<Int64.max])
    #expect(!head.areRangesSent)
  }

  @Test("a range that the resource ends before is not taken to be there")
  func tooShort() throws {
    let loader = Loader(Self.bytes)
    let resource = resource(loader, 0..<900_000)
    _ = try read(resource, 4096)
    #expect(resource.skip(890_000, surplus: 0) == 0)
    #expect(try read(resource, .max).count == 495_904)
  }

  @Test("the next segments are asked for as many bytes as the last ones needed, and some more")
  func learning() throws {
    let head = SegmentHead()
    for _ in 0..<20 {
      let resource = resource(Loader(Self.bytes), head: head)
      _ = try read(resource, 2500)
      #expect(resource.skip(600_000, surplus: 500) > 0)
    }
    #expect(head.length == 2500)
    let resource = resource(Loader(Self.bytes), head: head)
    _ = try read(resource, 8000)
    #expect(resource.skip(600_000, surplus: 0) > 0)
    #expect(head.length == 10_000)
  }

  @Test("one that is given up tells so")
  func cancelled() throws {
    let resource = resource(Loader(Self.bytes))
    resource.cancel()
    let error = #expect(throws: ResourceError.self) { try read(resource, 1) }
    #expect(error?.code == .cancelled)
    #expect(resource.isReady)
  }
}
