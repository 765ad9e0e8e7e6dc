import HTTP
import Presentation
import Synchronization
import TimedMetadata

/// A loader that records the data of another loader, except streams.
struct RecordingLoader: ResourceLoader {
  let loader: any ResourceLoader
  let recorder: EvidenceRecorder

  func open(_ request: ResourceRequest) -> any Resource {
    let resource = loader.open(request)
    guard request.purpose != .stream else { return resource }
    return RecordingResource(resource, request, recorder)
  }
}

/// A resource whose bytes are recorded when it has been read to its end or has failed.
private final class RecordingResource: Resource {
  private let resource: any Resource
  private let request: ResourceRequest
  private let recorder: EvidenceRecorder
  /// The bytes read so far; nil if they are too many or were already recorded.
  private let copy = Mutex<[UInt8]?>([])

  init(_ resource: any Resource, _ request: ResourceRequest, _ recorder: EvidenceRecorder) {
    self.resource = resource
    self.request = request
    self.recorder = recorder
  }

  func cancel() { resource.cancel() }

  func response() async throws(ResourceError) -> ResourceResponse { try await resource.response() }

  func next() async throws(ResourceError) -> [UInt8] {
    do throws(ResourceError) {
      let bytes = try await resource.next()
      if bytes.isEmpty { record() } else { append(bytes) }
      return bytes
    } catch {
      // After a cancellation the data is incomplete, and nothing is recorded.
      if error.code != .cancelled { record() }
      throw error
    }
  }

  private func append(_ bytes: [UInt8]) {
    let largest = recorder.largestPiece
    let isTooLarge = copy.withLock { copy in
      guard let size = copy?.count else { return false }
      guard size + bytes.count > largest else {
        copy? += bytes
        return false
      }
      copy = nil
      return true
    }
    if isTooLarge { recorder.omit() }
  }

  private func record() {
    guard let bytes = copy.withLock({ $0.take() }), !bytes.isEmpty else { return }
    let kind: EvidenceRecorder.Kind =
      switch request.purpose {
      case .playlist: .text
      case .segment, .stream: .segment
      case .initialization, .key: .shared
      }
    // A live playlist is recorded under its URL without delivery directives, so a newer version replaces the older one.
    let url = kind == .text ? EvidenceRecorder.key(request.url) : request.url
    recorder.receive(
      bytes,
      kind,
      url: url,
      range: request.byteRange,
      rendition: request.rendition
    )
  }
}
