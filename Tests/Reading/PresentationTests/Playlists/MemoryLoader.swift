import Foundation
import HTTP
import Synchronization
import System

@testable import Presentation

/// Serves resources from memory, delays them or makes them fail, and records all requests.
final class MemoryLoader: ResourceLoader {
  /// The answer to a request.
  enum Answer: Sendable {
    case bytes([UInt8])
    /// Sends these bytes and then fails.
    case cut([UInt8])
    case failure(ResourceError.Code)
    /// An HTTP status without content.
    case status(Int)
  }

  fileprivate struct State {
    var answers: [String: [Answer]]
    var requests: [ResourceRequest] = []
    var cancelled: [ResourceRequest] = []
    /// URLs whose bytes are held back.
    var held: Set<String> = []
  }

  fileprivate let state: Shared<State>
  private let pieceSize: Int
  private let jitter: UInt64?
  /// The `Date` of each response.
  private let date: Int64?
  private let onEnd: @Sendable () -> Void

  /// Serves the answers by their URL: the first request gets the first answer, and so on; the last answer is repeated.
  /// With a seed in `jitter`, tasks yield to each other at random points.
  init(
    answers: [String: [Answer]],
    pieceSize: Int = .max,
    jitter: UInt64? = nil,
    date: Int64? = nil,
    onEnd: @escaping @Sendable () -> Void = {}
  ) {
    state = Shared(State(answers: answers))
    self.pieceSize = pieceSize
    self.jitter = jitter
    self.date = date
    self.onEnd = onEnd
  }

  /// Serves files by their URL in pieces of at most `pieceSize` bytes.
  convenience init(_ files: [String: [UInt8]], pieceSize: Int = .max, jitter: UInt64? = nil) {
    self.init(
      answers: files.mapValues { [.bytes($0)] },
      pieceSize: pieceSize,
      jitter: jitter
    )
  }

  /// Serves the files of a folder under `https://test/`.
  convenience init(folder: URL, pieceSize: Int = .max) throws {
    var files: [String: [UInt8]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      files["https://test/\(name)"] = try [UInt8](
        Data(contentsOf: folder.appendingPathComponent(name))
      )
    }
    self.init(files, pieceSize: pieceSize)
  }

  deinit { onEnd() }

  /// The requests so far.
  var requests: [ResourceRequest] { state.withLock { $0.requests } }

  /// The last components of the URLs requested so far.
  var requestedNames: [String] { requests.map { $0.url.lastPart } }

  /// The last components of the URLs whose requests were cancelled.
  var cancelledNames: [String] { state.withLock { $0.cancelled.map { $0.url.lastPart } } }

  /// Holds back the bytes of a URL until it is released.
  func hold(_ url: String) { _ = state.withLock { $0.held.insert(url) } }

  /// Releases the bytes of a URL.
  func release(_ url: String) { _ = state.withLock { $0.held.remove(url) } }

  /// Waits until a URL has been requested. Returns false if the task is cancelled before.
  func waitForRequest(_ url: String) async -> Bool {
    await state.wait { $0.requests.contains { $0.url == url } ? true : nil } ?? false
  }

  func open(_ request: ResourceRequest) -> any Resource {
    let answer = state.withLock { state in
      let number = state.requests.count { $0.url == request.url }
      state.requests.append(request)
      let answers = state.answers[request.url] ?? [.failure(.notFound)]
      return answers[min(number, answers.count - 1)]
    }
    return MemoryResource(
      answer,
      of: self,
      request,
      date: date,
      pieceSize: pieceSize,
      jitter: jitter.map { seed in
        request.url.utf8.reduce(seed) { $0 &* 31 &+ UInt64($1) }
      }
    )
  }
}

extension String {
  fileprivate var lastPart: String { String(split(separator: "/").last ?? "") }
}

/// A resource in memory.
private final class MemoryResource: Resource {
  private struct State {
    var position = 0
    var isCancelled = false
    var random: UInt64
  }

  private let answer: MemoryLoader.Answer
  private let request: ResourceRequest
  private let date: Int64?
  private let pieceSize: Int
  private let hasJitter: Bool
  private let loader: Shared<MemoryLoader.State>
  private let state: Mutex<State>

  init(
    _ answer: MemoryLoader.Answer,
    of loader: MemoryLoader,
    _ request: ResourceRequest,
    date: Int64?,
    pieceSize: Int,
    jitter: UInt64?
  ) {
    self.date = date
    self.answer = answer
    self.loader = loader.state
    self.request = request
    self.pieceSize = pieceSize
    hasJitter = jitter != nil
    state = Mutex(State(random: jitter ?? 0))
  }

  func cancel() {
    state.withLock { $0.isCancelled = true }
    loader.withLock { $0.cancelled.append(request) }
  }

  func response() async throws(ResourceError) -> ResourceResponse {
    try await pass()
    return ResourceResponse(url: request.url, date: date)
  }

  /// The size of a piece in bytes.
  private static let chunkSize = 32 << 10

  func next() async throws(ResourceError) -> [UInt8] {
    try await pass()
    let (all, fails): ([UInt8], Bool) =
      switch answer {
      case .bytes(let bytes): (bytes, false)
      case .cut(let bytes): (bytes, true)
      case .failure, .status: ([], true)
      }
    var range = 0..<all.count
    if let wanted = request.byteRange {
      range = min(Int(wanted.lowerBound), all.count)..<min(Int(wanted.upperBound), all.count)
    }
    let bytes = state.withLock { state in
      let start = range.lowerBound + state.position
      let count = min(Self.chunkSize, pieceSize, range.upperBound - start)
      state.position += count
      return Array(all[start..<start + count])
    }
    if bytes.isEmpty, fails { throw error(.incomplete) }
    return bytes
  }

  private func isOpen(_ state: MemoryLoader.State) -> Bool {
    self.state.withLock { $0.isCancelled } || !state.held.contains(request.url)
  }

  /// Waits until the URL is not held back. Throws the error of the answer, if it has one.
  private func pass() async throws(ResourceError) {
    guard await loader.wait(for: { isOpen($0) ? true : nil }) == true else {
      cancel()
      throw error(.cancelled)
    }
    if hasJitter {
      let turns = state.withLock { state in
        state.random = state.random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state.random >> 60
      }
      for _ in 0..<turns { await Task.yield() }
    }
    if state.withLock({ $0.isCancelled }) { throw error(.cancelled) }
    switch answer {
    case .bytes, .cut: return
    case .failure(let code): throw error(code)
    case .status(let status):
      var error = error(.status)
      error.status = status
      throw error
    }
  }

  private func error(_ code: ResourceError.Code) -> ResourceError {
    ResourceError(code, url: request.url, reason: "HTTP 404", remedy: "check the packager")
  }
}
