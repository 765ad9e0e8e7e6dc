import HTTP
import Synchronization
import Testing

@testable import Presentation

@Suite("resources that are read by byte ranges")
struct RangedBodyTests {
  /// The way in which the server answers a request for a byte range.
  enum Server: Sendable {
    /// Sends the range, with the size of the whole resource.
    case ranges
    /// Sends the range with only the range's own size.
    case whole
    /// Sends the range without any size.
    case wholeOfUnknownSize
    /// Refuses ranges, and sends the whole resource to a request without a range.
    case refuses
  }

  /// Serves one resource and records the requested ranges.
  private final class Loader: ResourceLoader {
    let bytes: [UInt8]
    let server: Server
    /// The maximum size of a piece in bytes.
    let pieceSize: Int
    private let asked = Mutex<[Range<Int64>?]>([])

    init(_ bytes: [UInt8], _ server: Server = .ranges, pieceSize: Int = 500) {
      (self.bytes, self.server, self.pieceSize) = (bytes, server, pieceSize)
    }

    var requests: [Range<Int64>?] { asked.withLock { $0 } }

    /// Sizes that the next responses report instead of the real one.
    private let reported = Mutex<[Int64]>([])

    /// Sets the sizes that the next responses report.
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
        isRefused: isRefused,
        pieceSize: pieceSize
      )
    }
  }

  private final class Answer: Resource {
    private let head: ResourceResponse
    private let left: Mutex<ArraySlice<UInt8>>
    private let isRefused: Bool
    private let pieceSize: Int

    init(_ head: ResourceResponse, _ bytes: [UInt8], isRefused: Bool, pieceSize: Int) {
      self.head = head
      self.isRefused = isRefused
      self.pieceSize = pieceSize
      left = Mutex(bytes[...])
    }

    func response() async throws(ResourceError) -> ResourceResponse {
      guard isRefused else { return head }
      throw ResourceError(.status, url: head.url, reason: "answered 416", remedy: "")
    }
    func next() async throws(ResourceError) -> [UInt8] {
      left.withLock { left in
        let part = left.prefix(pieceSize)
        left = left.dropFirst(part.count)
        return Array(part)
      }
    }
    func cancel() {}
  }

  private static let bytes = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

  private func resource(
    _ loader: Loader,
    _ range: Range<Int64>? = nil,
    server: ServerFacts = ServerFacts()
  ) -> RangedBody {
    let request = ResourceRequest(
      url: "https://test/a",
      byteRange: range,
      purpose: .segment,
      maximumSize: .max
    )
    return RangedBody(ResourceSource(loader, [], server), request)
  }

  /// Reads at least `count` bytes, or fewer at the end.
  private func read(_ resource: inout RangedBody, _ count: Int) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count, case let piece = try await resource.next(), !piece.isEmpty {
      bytes += piece
    }
    return bytes
  }

  @Test(
    "bytes that are not skipped are the same for every server and range",
    arguments: [Server.ranges, .whole, .wholeOfUnknownSize],
    [nil, 0..<Int64.max, 100..<300_000, 100..<101, 0..<4096]
  )
  func whole(server: Server, range: Range<Int64>?) async throws {
    for count in [0, 1, 4095, 4096, 4097, 500_000] {
      let all = Self.bytes.prefix(
        max(count, Int(range.flatMap { $0.upperBound == .max ? 0 : $0.upperBound } ?? 0))
      )
      let loader = Loader(Array(all), server)
      var resource = self.resource(loader, range)
      let wanted = range.map {
        Array(all[Int($0.lowerBound)..<Int(min($0.upperBound, Int64(all.count)))])
      }
      #expect(try await read(&resource, .max) == wanted ?? Array(all))
      #expect(try await read(&resource, 1) == [])
    }
  }

  @Test("a range beyond any file size gives no bytes")
  func farAway() async throws {
    let loader = Loader(Self.bytes)
    var resource = self.resource(loader, (Int64.max - 100)..<(Int64.max - 10))
    #expect(try await read(&resource, 10) == [])
  }

  @Test("a resource that is too large or changes its size throws an error")
  func sizes() async throws {
    let huge = Loader(Self.bytes)
    huge.report([Int64.max])
    let request = ResourceRequest(url: "https://test/a", purpose: .segment, maximumSize: 4 << 30)
    var tooLarge = RangedBody(ResourceSource(huge), request)
    let error = await #expect(throws: ResourceError.self) {
      try await read(&tooLarge, 1)
    }
    #expect(error?.code == .tooLarge)
    let changing = Loader(Self.bytes)
    changing.report([500_000, 400_000])
    var changed = self.resource(changing)
    _ = try await read(&changed, 4096)
    let words = await #expect(throws: ResourceError.self) { try await read(&changed, 1) }?.reason
    #expect(words?.contains("changed from 500000 to 400000 bytes") == true)
  }

  @Test("a server that refuses ranges is asked for the whole resource without a range")
  func refused() async throws {
    let loader = Loader(Self.bytes, .refuses)
    let server = ServerFacts()
    var resource = self.resource(loader, server: server)
    #expect(try await read(&resource, .max) == Self.bytes)
    #expect(loader.requests == [0..<4096, nil])
    #expect(!server.areRangesSent)
  }

  @Test("the next segments are requested whole when most of one segment was read")
  func worthless() async throws {
    let server = ServerFacts()
    var resource = self.resource(Loader(Self.bytes), server: server)
    _ = try await read(&resource, 490_000)
    #expect(server.areRangesSent)
    #expect(resource.skip(100_000, surplus: 0) == 0)
    _ = try await read(&resource, .max)
    #expect(!server.areRangesSent)
  }

  @Test("bytes skipped up to the end are not requested")
  func end() async throws {
    let loader = Loader(Self.bytes)
    var resource = self.resource(loader)
    #expect(resource.skip(1000, surplus: 0) == 0)
    #expect(try await read(&resource, 4096) == Array(Self.bytes.prefix(4096)))
    #expect(resource.skip(600_000, surplus: 3000) == 495_904)
    #expect(try await read(&resource, 10) == [])
    #expect(loader.requests == [0..<4096])
  }

  @Test("reading continues after skipped bytes")
  func middle() async throws {
    let loader = Loader(Self.bytes)
    var resource = self.resource(loader)
    _ = try await read(&resource, 4000)
    #expect(resource.skip(200_000, surplus: 0) == 200_000)
    #expect(try await read(&resource, 5000).starts(with: Self.bytes[204_000..<209_000]))
    // The rest of the current range is already being received.
    #expect(resource.skip(1000, surplus: 0) == 0)
    let second = loader.requests.dropFirst().compactMap(\.self).map(\.lowerBound)
    #expect(second.first == 204_000)
  }

  @Test("a server that ignores ranges is asked for the rest at once, and then for whole resources")
  func withoutRanges() async throws {
    let loader = Loader(Self.bytes, .whole)
    let server = ServerFacts()
    var resource = self.resource(loader, server: server)
    _ = try await read(&resource, 4096)
    #expect(resource.skip(400_000, surplus: 0) == 0)
    #expect(try await read(&resource, .max).count == 495_904)
    #expect(loader.requests == [0..<4096, 4096..<Int64.max])
    #expect(!server.areRangesSent)
  }

  @Test("nothing is skipped if the resource ends before the requested range")
  func tooShort() async throws {
    let loader = Loader(Self.bytes)
    var resource = self.resource(loader, 0..<900_000)
    _ = try await read(&resource, 4096)
    #expect(resource.skip(890_000, surplus: 0) == 0)
    #expect(try await read(&resource, .max).count == 495_904)
  }

  @Test("the first request for a segment asks for a quarter more than earlier segments needed")
  func learning() async throws {
    let server = ServerFacts()
    for _ in 0..<20 {
      var resource = self.resource(Loader(Self.bytes), server: server)
      _ = try await read(&resource, 2500)
      #expect(resource.skip(600_000, surplus: 500) > 0)
    }
    #expect(server.headLength == 2500)
    var resource = self.resource(Loader(Self.bytes), server: server)
    _ = try await read(&resource, 8000)
    #expect(resource.skip(600_000, surplus: 0) > 0)
    #expect(server.headLength == 10_000)
  }
}
