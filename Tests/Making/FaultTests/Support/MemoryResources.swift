import HTTP
import Presentation
import Synchronization

/// Loads the files of a presentation from memory, at URLs below `https://test/`.
struct MemoryResources: ResourceLoader {
  /// Returns the file with a name; nil if no such file exists. The call may wait.
  let file: @Sendable (_ name: String) async -> [UInt8]?
  /// Returns the clock of the server, in Unix seconds.
  var date: @Sendable () -> Int64? = { nil }

  private static let base = "https://test/"

  static func url(of name: String) -> String { base + name }

  func open(_ request: ResourceRequest) -> any Resource { MemoryResource(request, self) }

  fileprivate func bytes(at url: String) async -> [UInt8]? {
    url.hasPrefix(Self.base) ? await file(String(url.dropFirst(Self.base.count))) : nil
  }
}

private final class MemoryResource: Resource {
  private struct Answer {
    /// The bytes that have not been read; nil if no such file exists.
    var rest: ArraySlice<UInt8>?
    var date: Int64?
  }

  private struct State {
    /// The response of the server; nil until first needed.
    var answer: Answer?
    var isCancelled = false
  }

  private let request: ResourceRequest
  private let server: MemoryResources
  private let state = Mutex(State())

  private static let pieceSize = 64 << 10

  init(_ request: ResourceRequest, _ server: MemoryResources) {
    self.request = request
    self.server = server
  }

  func cancel() { state.withLock { $0.isCancelled = true } }

  func response() async throws(ResourceError) -> ResourceResponse {
    ResourceResponse(url: request.url, date: try await take(0).date)
  }

  func next() async throws(ResourceError) -> [UInt8] { try await take(Self.pieceSize).bytes }

  /// Waits for the response, and returns some of its bytes.
  private func take(
    _ count: Int
  ) async throws(ResourceError) -> (bytes: [UInt8], date: Int64?) {
    if state.withLock({ $0.answer == nil }) {
      let bytes = await server.bytes(at: request.url)
      guard !Task.isCancelled else { throw givenUp }
      let answer = Answer(rest: bytes.map { wanted(of: $0) }, date: server.date())
      state.withLock { $0.answer = answer }
    }
    let (taken, date) = try state.withLock { state throws(ResourceError) in
      guard !state.isCancelled else { throw givenUp }
      let taken = state.answer?.rest?.prefix(count)
      state.answer?.rest?.removeFirst(taken?.count ?? 0)
      return (taken, state.answer?.date)
    }
    guard let taken else { throw error(.notFound, "HTTP 404", "check the packager") }
    return (Array(taken), date)
  }

  private func wanted(of bytes: [UInt8]) -> ArraySlice<UInt8> {
    let range = request.byteRange.map { range in
      Int(clamping: range.lowerBound)..<Int(clamping: range.upperBound)
    }
    return bytes[(range ?? bytes.indices).clamped(to: bytes.indices)]
  }

  private var givenUp: ResourceError { error(.cancelled, "was given up", "ask again") }

  private func error(
    _ code: ResourceError.Code,
    _ reason: String,
    _ remedy: String
  ) -> ResourceError {
    ResourceError(code, url: request.url, reason: reason, remedy: remedy)
  }
}
