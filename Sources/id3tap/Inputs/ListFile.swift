import Glibc

/// A file that names one input a line. Empty lines and lines that start with `#` say nothing.
enum ListFile {
  /// Why a list could not be read: what happened and what to do.
  struct ReadError: Error, CustomStringConvertible {
    var description: String
  }

  /// What would be a list of a million long paths: no list is longer, but a stream may be.
  private static let largest = 256 << 20

  static func lines(of path: String) throws(ReadError) -> [String] {
    let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw ReadError(description: "\(words(errno)): check the path behind '@'")
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR, !Interruption.isRequested { continue }
      guard count >= 0 else {
        throw ReadError(description: "\(words(errno)): check the file behind '@'")
      }
      if count == 0 { break }
      bytes += buffer[..<count]
      guard bytes.count <= largest, !buffer[..<count].contains(0) else {
        throw ReadError(description: "is not a list of inputs: name a text file with one a line")
      }
    }
    return bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      .map { String(decoding: $0, as: UTF8.self) }
      .filter { !$0.hasPrefix("#") && $0.contains { !$0.isWhitespace } }
  }

  private static func words(_ number: Int32) -> String {
    number == ENOENT ? "no such file" : String(cString: strerror(number)).lowercased()
  }
}
