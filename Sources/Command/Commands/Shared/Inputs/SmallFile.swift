import Glibc
import HTTP
import Presentation
import TimedMetadata

enum SmallFile {
  struct ReadError: Error, CustomStringConvertible {
    var description: String
  }

  /// The bytes of a file, or of standard input for `-`. Fails if there are more than `limit` bytes.
  static func bytes(of path: String, upTo limit: Int) throws(ReadError) -> [UInt8] {
    let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ReadError(description: words(for: errno)) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw ReadError(description: words(for: errno)) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= limit else {
        throw ReadError(description: "is larger than \(limit) bytes")
      }
    }
  }

  static func words(for number: Int32) -> String {
    switch number {
    case ENOENT: "no such file"
    case EBADF: "standard input is closed"
    default: String(cString: strerror(number)).lowercased()
    }
  }
}

/// A small resource at a URL, fetched completely with the HTTP client that also fetches streams.
struct SmallDownload {
  let url: InputURL
  let loader: HTTPLoader

  /// Fetches the bytes at the URL. Fails if there are more than `limit` bytes.
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
