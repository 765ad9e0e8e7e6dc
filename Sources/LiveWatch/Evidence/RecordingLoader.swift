import Presentation
import Synchronization
import TimedMetadata

/// A loader that wraps another loader, and keeps a copy of the data that is read.
struct RecordingLoader: ResourceLoader {
  let loader: any ResourceLoader
  let recorder: EvidenceRecorder

  /// Evidence contains manifests as they were sent: each version is fetched as a whole.
  var bringsPatches: Bool { false }

  func open(_ request: ResourceRequest) -> any Resource {
    let resource = loader.open(request)
    guard request.purpose != .stream else { return resource }
    return RecordingResource(resource, request, recorder)
  }
}

/// A resource whose bytes are recorded when it has been read to its end, or has failed.
private final class RecordingResource: Resource {
  private struct State {
    var bytes: [UInt8] = []
    var url: String?
    /// Whether it is too large, or its copy has been recorded.
    var isDone = false
  }

  private let resource: any Resource
  private let request: ResourceRequest
  private let recorder: EvidenceRecorder
  private let state = Mutex(State())

  init(_ resource: any Resource, _ request: ResourceRequest, _ recorder: EvidenceRecorder) {
    self.resource = resource
    self.request = request
    self.recorder = recorder
  }

  var isReady: Bool { resource.isReady }

  func waitUntilReady(atMost limit: Duration) { resource.waitUntilReady(atMost: limit) }

  func cancel() { resource.cancel() }

  func response() throws(ResourceError) -> ResourceResponse {
    do {
      let response = try resource.response()
      state.withLock { $0.url = response.url }
      return response
    } catch {
      fail(error)
      throw error
    }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ResourceError) -> Int {
    do {
      let count = try resource.read(into: buffer)
      if count > 0 { append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) } else { end() }
      return count
    } catch {
      fail(error)
      throw error
    }
  }

  private func append(_ bytes: UnsafeRawBufferPointer) {
    let largest = recorder.largestPiece
    let isTooLarge = state.withLock { state in
      guard !state.isDone else { return false }
      guard state.bytes.count + bytes.count > largest else {
        state.bytes += bytes
        return false
      }
      state.isDone = true
      state.bytes = []
      return true
    }
    if isTooLarge, request.purpose != .playlist { recorder.omit() }
  }

  /// Takes the copy; nil when it is no longer available.
  private func take() -> (bytes: [UInt8], url: String)? {
    state.withLock { state in
      guard !state.isDone else { return nil }
      state.isDone = true
      defer { state.bytes = [] }
      return (state.bytes, state.url ?? request.url)
    }
  }

  private func end() {
    guard let (bytes, url) = take() else { return }
    if request.purpose == .playlist {
      recorder.receive(playlist: bytes, at: request.url, base: url)
    } else {
      recorder.receive(bytes, of: source, isShared: request.purpose != .segment)
    }
  }

  private func fail(_ error: ResourceError) {
    // The reader did not need its end.
    guard error.code != .cancelled, let (bytes, _) = take(), request.purpose != .playlist else {
      return
    }
    recorder.receive(
      bytes.isEmpty ? nil : bytes,
      of: source,
      isShared: request.purpose != .segment
    )
  }

  private var source: EvidenceRecorder.Source {
    EvidenceRecorder.Source(url: request.url, range: request.byteRange)
  }
}

/// The bytes of a feed itself, which are recorded.
final class RecordingSource: ByteSource {
  private let source: any ByteSource
  private let recorder: EvidenceRecorder

  init(_ source: any ByteSource, url: String?, recorder: EvidenceRecorder) {
    self.source = source
    self.recorder = recorder
    recorder.begin(url: EvidenceRecorder.key(url ?? source.name))
  }

  var name: String { source.name }
  var size: Int64? { source.size }
  var hole: String? { source.hole }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(TimedMetadataError) -> Int {
    let count = try source.read(into: buffer)
    if count > 0 { recorder.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
    return count
  }

  func openNextPart() throws(TimedMetadataError) -> Bool { try source.openNextPart() }
}
