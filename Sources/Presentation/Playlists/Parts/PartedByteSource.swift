import TimedMetadata

/// Reads a segment that is still being made as bytes, and reports the end of each part: the next one may take long,
/// and what has been read must not wait for it.
final class PartedByteSource: ByteSource {
  /// How often a waiting reader checks whether it should end.
  private static let pollInterval: Duration = .milliseconds(50)

  let name: String
  let size: Int64? = nil
  /// Called on the reading thread.
  var didEndPart: (() -> Void)?
  private let resource: PartedResource
  private let isCancelled: () -> Bool

  /// Reads `resource`. `isCancelled` is called while waiting for bytes; true ends fetching and reading, with
  /// `cancelled`.
  init(_ resource: PartedResource, name: String, isCancelled: @escaping () -> Bool) {
    self.resource = resource
    self.name = name
    self.isCancelled = isCancelled
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(TimedMetadataError) -> Int {
    while !buffer.isEmpty {
      try waitUntilReady()
      let outcome: PartedResource.Outcome
      do {
        outcome = try resource.readPart(into: buffer)
      } catch {
        throw TimedMetadataError(error)
      }
      switch outcome {
      case .bytes(let count): return count
      case .endOfPart: if resource.hasEndedPart { didEndPart?() }
      case .end: return 0
      }
    }
    return 0
  }

  private func waitUntilReady() throws(TimedMetadataError) {
    while !resource.isReady {
      if isCancelled() {
        resource.cancel()
        throw .interrupted(input: name)
      }
      resource.waitUntilReady(atMost: Self.pollInterval)
    }
  }
}
