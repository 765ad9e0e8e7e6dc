import Presentation
import Synchronization

/// Brings the files of a presentation from memory. They are below `https://test/`.
struct MemoryResources: ResourceLoader {
  /// The file of a name; nil when there is none.
  let file: @Sendable (_ name: String) -> [UInt8]?
  /// The clock of the server, in Unix seconds.
  var date: @Sendable () -> Int64? = { nil }

  private static let base = "https://test/"

  /// The URL of a file.
  static func url(of name: String) -> String { base + name }

  func open(_ request: ResourceRequest) -> any Resource {
    let isOurs = request.url.hasPrefix(Self.base)
    let bytes = isOurs ? file(String(request.url.dropFirst(Self.base.count))) : nil
    return MemoryResource(request, bytes, date: date())
  }
}

/// Bytes that are there at once.
private final class MemoryResource: Resource {
  private let request: ResourceRequest
  private let bytes: [UInt8]?
  private let date: Int64?
  /// The range that has not been read; nil once it was dropped.
  private let rest: Mutex<Range<Int>?>

  /// Nil bytes: there is no such file.
  init(_ request: ResourceRequest, _ bytes: [UInt8]?, date: Int64?) {
    self.request = request
    self.date = date
    self.bytes = bytes
    let count = bytes?.count ?? 0
    let wanted = request.byteRange.map { range in
      Int(clamping: range.lowerBound)..<Int(clamping: range.upperBound)
    }
    rest = Mutex((wanted ?? 0..<count).clamped(to: 0..<count))
  }

  var isReady: Bool { true }

  func cancel() { rest.withLock { $0 = nil } }

  func response() throws(ResourceError) -> ResourceResponse {
    _ = try whole()
    return ResourceResponse(url: request.url, date: date)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ResourceError) -> Int {
    let bytes = try whole()
    let next = rest.withLock { rest -> Range<Int>? in
      guard let all = rest else { return nil }
      let next = all.prefix(buffer.count)
      rest = next.endIndex..<all.endIndex
      return next
    }
    guard let next else { throw error(.cancelled, "was given up", "ask again") }
    buffer.copyBytes(from: bytes[next])
    return next.count
  }

  private func whole() throws(ResourceError) -> [UInt8] {
    guard let bytes else { throw error(.notFound, "HTTP 404", "check the packager") }
    return bytes
  }

  private func error(
    _ code: ResourceError.Code,
    _ reason: String,
    _ remedy: String
  ) -> ResourceError {
    ResourceError(code, url: request.url, reason: reason, remedy: remedy)
  }
}
