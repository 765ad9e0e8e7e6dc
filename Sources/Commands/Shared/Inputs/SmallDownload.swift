import HTTP
import Presentation
import TimedMetadata

/// A small resource at a URL, fetched as a whole by the client that also fetches streams.
struct SmallDownload {
  let url: InputURL
  let loader: HTTPLoader

  /// The bytes after the URL, `limit` at most.
  func bytes(upTo limit: Int) throws(TimedMetadataError) -> [UInt8] {
    let resource = loader.open(
      ResourceRequest(url: url.text, purpose: .playlist, maximumSize: Int64(limit))
    )
    let source = ResourceByteSource(
      resource,
      name: url.name,
      isCancelled: { Interruption.isRequested }
    )
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 1)
    defer { chunk.deallocate() }
    var bytes: [UInt8] = []
    while true {
      let count = try source.read(into: chunk)
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
  }
}
