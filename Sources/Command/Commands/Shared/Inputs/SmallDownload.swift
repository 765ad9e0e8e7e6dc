import HTTP
import Presentation
import TimedMetadata

/// A small resource at a URL, fetched as a whole by the client that also fetches streams.
struct SmallDownload {
  let url: InputURL
  let loader: HTTPLoader

  /// The bytes after the URL, `limit` at most.
  func bytes(upTo limit: Int) async throws(TimedMetadataError) -> [UInt8] {
    let resource = loader.open(
      ResourceRequest(url: url.text, purpose: .playlist, maximumSize: Int64(limit))
    )
    do throws(ResourceError) {
      return try await resource.readAll()
    } catch {
      throw TimedMetadataError(error, of: url.name)
    }
  }
}
