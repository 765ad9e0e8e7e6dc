import Foundation
import Synchronization

@testable import TimedMetadata

/// Serves resources from memory, and remembers what was asked for.
final class MemoryLoader: ResourceLoader {
  private let files: [String: [UInt8]]
  private let requested = Mutex<[ResourceRequest]>([])
  private let pieceSize: Int

  /// Serves files by their URL in pieces of at most `pieceSize` bytes.
  init(_ files: [String: [UInt8]], pieceSize: Int = .max) {
    self.files = files
    self.pieceSize = pieceSize
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

  /// The requests so far.
  var requests: [ResourceRequest] { requested.withLock { $0 } }

  func open(_ request: ResourceRequest) -> any Resource {
    requested.withLock { $0.append(request) }
    var bytes = files[request.url]
    if let range = request.byteRange, let all = bytes {
      bytes = Array(
        all[min(Int(range.lowerBound), all.count)..<min(Int(range.upperBound), all.count)]
      )
    }
    return MemoryResource(bytes, url: request.url, pieceSize: pieceSize)
  }
}

/// A resource in memory; without bytes it is not found.
private final class MemoryResource: Resource {
  private let bytes: [UInt8]?
  private let url: String
  private let pieceSize: Int
  private let position = Mutex(0)

  init(_ bytes: [UInt8]?, url: String, pieceSize: Int) {
    self.bytes = bytes
    self.url = url
    self.pieceSize = pieceSize
  }

  let isReady = true

  func cancel() {}

  func response() throws(ResourceError) -> ResourceResponse {
    ResourceResponse(url: url, size: Int64(try found().count))
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ResourceError) -> Int {
    let bytes = try found()
    return position.withLock { position in
      let count = min(buffer.count, pieceSize, bytes.count - position)
      buffer.copyBytes(from: bytes[position..<position + count])
      position += count
      return count
    }
  }

  private func found() throws(ResourceError) -> [UInt8] {
    guard let bytes else {
      throw ResourceError(.notFound, url: url, reason: "HTTP 404", remedy: "check the packager")
    }
    return bytes
  }
}
