import HTTP
import Testing

@testable import Presentation

@Suite("resources with several base URLs")
struct ResourceBodyTests {
  private static let addresses = ["a", "b", "c"].map { name in
    BaseAddress(base: "https://\(name)/", uri: name, url: "https://\(name)/s")
  }

  private static func request(_ retryTime: Duration = .zero) -> ResourceRequest {
    var request = ResourceRequest(url: "https://a/s", purpose: .segment, maximumSize: .max)
    request.retryTime = retryTime
    return request
  }

  /// A loader with answers by server name.
  private static func loader(_ answers: [String: [MemoryLoader.Answer]]) -> MemoryLoader {
    MemoryLoader(
      answers: Dictionary(uniqueKeysWithValues: answers.map { ("https://\($0.key)/s", $0.value) })
    )
  }

  @Test("an address is requested without retries while another address is left")
  func triedOnce() throws {
    var attempts = AlternativeAttempts(Self.addresses, retryTime: .zero)
    var attempt = try #require(attempts.first)
    var isTriedOnce = [attempts.isTriedOnce]
    let failure = ResourceError(.timedOut, url: "https://a/s", reason: "silent", remedy: "wait")
    while let next = attempts.next(after: attempt, failure) {
      isTriedOnce.append(attempts.isTriedOnce)
      attempt = next
    }
    #expect(isTriedOnce == [true, true, false])
    #expect(AlternativeAttempts(Self.addresses, retryTime: .seconds(30)).isTriedOnce)
    #expect(!AlternativeAttempts(Array(Self.addresses.prefix(1)), retryTime: .zero).isTriedOnce)
  }

  /// The answers of the servers, and the expected result.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var answers: [String: [MemoryLoader.Answer]]
    /// The expected requests, by server.
    var asked: [String]
    /// The expected bytes, or nil for an error.
    var bytes: [UInt8]?
    /// The server that sent the bytes.
    var read: String?
    var isNoted = false
  }

  @Test(
    "the next address is requested when an address fails before its first byte",
    arguments: [
      Case(
        testDescription: "the first address works",
        answers: ["a": [.bytes([1])], "b": [.bytes([2])]],
        asked: ["a"],
        bytes: [1],
        read: "a"
      ),
      Case(
        testDescription: "the first address is forbidden",
        answers: ["a": [.failure(.forbidden)], "b": [.bytes([2])]],
        asked: ["a", "b"],
        bytes: [2],
        read: "b",
        isNoted: true
      ),
      Case(
        testDescription: "only the last address works",
        answers: ["a": [.failure(.timedOut)], "b": [.failure(.tooLarge)], "c": [.bytes([3])]],
        asked: ["a", "b", "c"],
        bytes: [3],
        read: "c",
        isNoted: true
      ),
      Case(
        testDescription: "the first address fails before its first byte",
        answers: ["a": [.cut([])], "b": [.bytes([2])]],
        asked: ["a", "b"],
        bytes: [2],
        read: "b",
        isNoted: true
      ),
      Case(
        testDescription: "the first address fails after some bytes",
        answers: ["a": [.cut([1, 2])], "b": [.bytes([2])]],
        asked: ["a"],
        read: "a"
      ),
      Case(
        testDescription: "no address works",
        answers: ["a": [.failure(.status)]],
        asked: ["a", "b", "c"]
      ),
    ]
  )
  func order(_ test: Case) async throws {
    let memory = Self.loader(test.answers)
    let choice = ServerFacts()
    let source = ResourceSource(memory, Self.addresses, choice)
    var body = source.open(Self.request())
    let result: Result<[UInt8], ResourceError>
    do throws(ResourceError) {
      result = .success(try await body.readAll())
    } catch {
      result = .failure(error)
    }
    #expect(memory.requests.map(\.url) == test.asked.map { "https://\($0)/s" })
    switch result {
    case .success(let bytes): #expect(bytes == test.bytes)
    case .failure(let error):
      #expect(test.bytes == nil)
      // The thrown error is the failure of the first address.
      #expect(error.url == "https://a/s")
    }
    #expect(body.readAddress?.uri == test.read)
    #expect((choice.takeNote() != nil) == test.isNoted)
    // The next resource is requested from the address that worked.
    #expect(choice.order(Self.addresses).first?.uri == (test.isNoted ? test.read : "a"))
  }

  @Test("ranges of a resource are read from the address that works")
  func ranges() async throws {
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
    let memory = Self.loader(["b": [.bytes(bytes)]])
    let source = ResourceSource(memory, Self.addresses)
    var body = RangedBody(source, Self.request())
    var read: [UInt8] = []
    while case let piece = try await body.next(), !piece.isEmpty { read += piece }
    #expect(read == bytes)
    #expect(body.readAddress?.uri == "b")
    #expect(memory.requests.first?.byteRange?.lowerBound == 0)
    #expect(memory.requests.map(\.url).prefix(2) == ["https://a/s", "https://b/s"])
    // The following ranges are requested from the address of the first one.
    #expect(memory.requests.dropFirst(2).allSatisfy { $0.url == "https://b/s" })
  }

  @Test("a cancelled resource requests no other address")
  func cancelled() async throws {
    let memory = Self.loader(["a": [.bytes([1])]])
    memory.hold("https://a/s")
    let source = ResourceSource(memory, Self.addresses)
    var body = source.open(Self.request())
    body.cancel()
    let error = await #expect(throws: ResourceError.self) { try await body.readAll() }
    #expect(error?.code == .cancelled)
    #expect(memory.requests.count == 1)
  }

  @Test("all addresses of a live segment are requested before any is retried")
  func live() async throws {
    let memory = Self.loader(["b": [.failure(.notFound), .bytes([2])]])
    let choice = ServerFacts()
    let addresses = Array(Self.addresses.prefix(2))
    let source = ResourceSource(memory, addresses, choice)
    var body = source.open(Self.request(.seconds(30)))
    #expect(try await body.readAll() == [2])
    #expect(memory.requests.map(\.url) == ["a", "b", "a", "b"].map { "https://\($0)/s" })
    #expect(memory.requests.map(\.retryTime) == [.zero, .zero, .seconds(2), .seconds(2)])
  }

  @Test("a retry that finds a live segment at the first address does not change the address order")
  func late() async throws {
    let memory = Self.loader(["a": [.failure(.notFound), .bytes([1])]])
    let choice = ServerFacts()
    let source = ResourceSource(memory, Self.addresses, choice)
    var body = source.open(Self.request(.seconds(30)))
    #expect(try await body.readAll() == [1])
    #expect(choice.takeNote() == nil)
    #expect(choice.order(Self.addresses) == Self.addresses)
  }

  @Test(
    "all attempts together wait no longer than the retry time",
    arguments: [
      (0, ResourceError.Code.notFound, "a0 b0"), (30, .refused, "a0 b0"),
      (30, .notFound, "a0 b0 a2 b2 a4 b4 a8 b8 a2"), (3, .timedOut, "a0 b0 a2 b1"),
    ] as [(Int, ResourceError.Code, String)]
  )
  func attempts(seconds: Int, code: ResourceError.Code, expected: String) {
    var attempts = AlternativeAttempts(
      Array(Self.addresses.prefix(2)),
      retryTime: .seconds(seconds)
    )
    var made: [String] = []
    var attempt = attempts.first
    while let current = attempt, made.count < 100 {
      made.append("\(current.address.uri)\(current.retryTime.components.seconds)")
      let error = ResourceError(code, url: current.address.url, reason: "", remedy: "")
      attempt = attempts.next(after: current, error)
    }
    #expect(made.joined(separator: " ") == expected)
  }

  @Test("an address that is forbidden is not retried")
  func forbidden() {
    var attempts = AlternativeAttempts(Array(Self.addresses.prefix(2)), retryTime: .seconds(10))
    var made: [String] = []
    var attempt = attempts.first
    while let current = attempt, made.count < 100 {
      made.append("\(current.address.uri)\(current.retryTime.components.seconds)")
      let code: ResourceError.Code = current.address.uri == "a" ? .forbidden : .notFound
      let error = ResourceError(code, url: current.address.url, reason: "", remedy: "")
      attempt = attempts.next(after: current, error)
    }
    #expect(made == ["a0", "b0", "b2", "b4", "b4"])
  }
}
