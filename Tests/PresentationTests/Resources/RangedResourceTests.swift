import Synchronization
import Testing

@testable import Presentation

@Suite("resources that are fetched range by range")
struct RangedResourceTests {
  /// The server's handling of a range.
  enum Server: Sendable {
    /// Sends it, and says how large the whole is.
    case ranges
    /// Sends a part of the whole, with the size of the whole.
    case whole
    /// The same without the size.
    case wholeOfUnknownSize
    /// Refuses to, and sends the whole to who asks for it.
    case refuses
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

    /// The sizes in answers, if they differ from that of the bytes.
    private let reported = Mutex<[Int64]>([])

    /// Sets other sizes of the whole for the next answers.
    func report(_ sizes: [Int64]) { reported.withLock { $0 = sizes } }

    func open(_ request: ResourceRequest) -> any Resource {
      asked.withLock { $0.append(request.byteRange) }
      let all = Int64(bytes.count)
      let size = reported.withLock { $0.isEmpty ? all : $0.removeFirst() }
      let isRefused = server == .refuses && request.byteRange != nil
      let range = request.byteRange.map { min($0.lowerBound, all)..<min($0.upperBound, all) }
      let part = Array(bytes[Int(range?.lowerBound ?? 0)..<Int(range?.upperBound ?? all)])
      return Answer(
        ResourceResponse(
          url: request.url,
          size: server == .wholeOfUnknownSize ? nil : Int64(part.count),
          wholeSize: server == .ranges ? size : nil
        ),
        part,
        isRefused: isRefused
      )
    }
  }

  private final class Answer: Resource {
    private let head: ResourceResponse
    private let left: Mutex<ArraySlice<UInt8>>
    private let isRefused: Bool

    init(_ head: ResourceResponse, _ bytes: [UInt8], isRefused: Bool) {
      self.head = head
      self.isRefused = isRefused
      left = Mutex(bytes[...])
    }

    var isReady: Bool { true }
    func response() throws(ResourceError) -> ResourceResponse {
      guard isRefused else { return head }
      throw ResourceError(.status, url: head.url, reason: "answered 416", remedy: "")
    }
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
    arguments: [Server.ranges, .whole, .wholeOfUnknownSize],
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

  @Test("a range that no file has is asked for, and traps nothing")
  func farAway() throws {
    let loader = Loader(Self.bytes)
    let resource = resource(loader, (Int64.max - 100)..<(Int64.max - 10))
    #expect(try read(resource, 10) == [])
  }

  @Test("a whole that is larger than allowed, or has another size by now, is an error")
  func sizes() throws {
    let huge = Loader(Self.bytes)
    huge.report([Int64.max])
    let head = SegmentHead()
    let request = ResourceRequest(url: "https://test/a", purpose: .segment, maximumSize: 4 << 30)
    let error = #expect(throws: ResourceError.self) {
      try read(RangedResource(huge, request, head), 1)
    }
    #expect(error?.code == .tooLarge)
    let changing = Loader(Self.bytes)
    changing.report([500_000, 400_000])
    let changed = resource(changing)
    _ = try read(changed, 4096)
    let words = #expect(throws: ResourceError.self) { try read(changed, 1) }?.reason
    #expect(words?.contains("changed while it was read") == true)
  }

  @Test("a server that refuses ranges is asked for everything, once a segment")
  func refused() throws {
    let loader = Loader(Self.bytes, .refuses)
    let head = SegmentHead()
    #expect(try read(resource(loader, head: head), .max) == Self.bytes)
    #expect(loader.requests == [0..<4096, nil])
    #expect(!head.areRangesSent)
  }

  @Test("where most of a segment is wanted, the next ones are not asked for by ranges")
  func worthless() throws {
    let head = SegmentHead()
    let resource = resource(Loader(Self.bytes), head: head)
    _ = try read(resource, 490_000)
    #expect(head.areRangesSent)
    #expect(resource.skip(100_000, surplus: 0) == 0)
    _ = try read(resource, .max)
    #expect(!head.areRangesSent)
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

  @Test("one that is given up reports it")
  func cancelled() throws {
    let resource = resource(Loader(Self.bytes))
    resource.cancel()
    let error = #expect(throws: ResourceError.self) { try read(resource, 1) }
    #expect(error?.code == .cancelled)
    #expect(resource.isReady)
  }
}
