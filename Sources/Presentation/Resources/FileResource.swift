import Glibc
import HTTP
import Synchronization
import TimedMetadata

/// A local file, or a range of one.
final class FileResource: Resource {
  private struct State {
    var position: Int64
    var isCancelled = false
  }

  private let url: String
  private let file: Result<OpenFile, ResourceError>
  /// The position after the last byte to read.
  private let end: Int64
  private let wantedEnd: Int64?
  private let state: Mutex<State>

  init(_ request: ResourceRequest, _ opened: Result<OpenFile, ResourceError>) {
    url = request.url
    let range = request.byteRange
    wantedEnd = range.flatMap {
      $0.upperBound == .max || request.mayEndEarlier ? nil : $0.upperBound
    }
    let size = (try? opened.get().size) ?? 0
    let start = range?.lowerBound ?? 0
    let end = min(size, range?.upperBound ?? size)
    self.end = end
    state = Mutex(State(position: start))
    guard case .success = opened else {
      file = opened
      return
    }
    if start > size {
      file = .failure(
        ResourceError(
          .status,
          url: request.url,
          reason: "has only \(size) bytes, byte \(start) was asked for",
          remedy: "check the byte ranges in the playlist"
        )
      )
    } else if end - start > request.maximumSize {
      file = .failure(
        ResourceError(
          .tooLarge,
          url: request.url,
          reason: "is larger than \(request.maximumSize) bytes",
          remedy: "check what the URL names"
        )
      )
    } else {
      file = opened
    }
  }

  /// Bytes that are read at once: 64 KiB.
  private static let chunkSize = 64 << 10

  func response() async throws(ResourceError) -> ResourceResponse {
    _ = try file.get()
    return ResourceResponse(url: url, size: end - state.withLock(\.position))
  }

  func next() async throws(ResourceError) -> [UInt8] {
    let file = try file.get()
    let (position, isCancelled) = state.withLock { ($0.position, $0.isCancelled) }
    if isCancelled || Task.isCancelled { throw .interrupted(url) }
    let wanted = Int(min(Int64(Self.chunkSize), end - position))
    let bytes = wanted > 0 ? try read(file, wanted, at: position) : []
    if bytes.isEmpty, position < wantedEnd ?? end {
      throw ResourceError(
        .incomplete,
        url: url,
        reason: "ends at byte \(position), bytes up to \(wantedEnd ?? end) were asked for",
        remedy: "check that the file is complete"
      )
    }
    state.withLock { $0.position += Int64(bytes.count) }
    return bytes
  }

  func cancel() { state.withLock { $0.isCancelled = true } }

  private func read(
    _ file: OpenFile,
    _ count: Int,
    at position: Int64
  ) throws(ResourceError) -> [UInt8] {
    while true {
      var failure: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        let result = pread(file.descriptor, buffer.baseAddress, count, off_t(position))
        if result < 0 { failure = errno }
        filled = max(0, result)
      }
      if failure == 0 { return bytes }
      guard failure == EINTR else {
        throw ResourceError(
          .unreachable,
          url: url,
          reason: "reading failed: \(FileSource.words(for: failure))",
          remedy: "check the disk"
        )
      }
    }
  }
}
