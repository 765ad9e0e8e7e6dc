import Glibc

/// An open file. It stays what it was when another file takes its name.
final class ServedFile: Sendable {
  /// The number of its bytes; nil when it is not a regular file.
  let size: Int?
  /// The type of its content, for the header `Content-Type`.
  let contentType: String
  /// Whether a file of that name is replaced from time to time.
  let isPlaylist: Bool
  private let descriptor: Int32

  /// Takes over a descriptor.
  init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    var status = stat()
    let isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    size = isRegular ? Int(status.st_size) : nil
    let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
    contentType = Self.contentTypes[ending] ?? "application/octet-stream"
    isPlaylist = ending == "m3u8" || ending == "mpd"
  }

  deinit { close(descriptor) }

  /// The bytes of a small file, such as a playlist; nil when it is larger than 1 MiB.
  var bytes: [UInt8]? {
    guard let size, size <= Self.smallSize else { return nil }
    var bytes = [UInt8](repeating: 0, count: size)
    let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, size, 0) }
    return count == size ? bytes : nil
  }

  private static let smallSize = 1 << 20

  /// Another descriptor of the file, which the caller closes; nil when there are too many.
  func duplicate() -> Int32? {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    return copy < 0 ? nil : copy
  }

  /// By the ending of the name (RFC 8216, 4 and 10; RFC 3555; RFC 8216bis for fragments).
  private static let contentTypes = [
    "m3u8": "application/vnd.apple.mpegurl", "ts": "video/mp2t", "mp4": "video/mp4",
    "m4s": "video/iso.segment", "aac": "audio/aac", "mp3": "audio/mpeg", "ac3": "audio/ac3",
    "eac3": "audio/eac3", "mpd": "application/dash+xml",
  ]
}
