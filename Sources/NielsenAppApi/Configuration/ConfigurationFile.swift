#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads a configuration from a file.
enum ConfigurationFile {
  /// The largest size of a configuration in bytes.
  private static let limit = 4 << 20

  /// Why a file could not be read.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// The text of the file at `path`.
  static func text(at path: String) throws(Failure) -> String {
    guard let file = fopen(path, "rb") else {
      throw Failure(description: "the configuration file cannot be opened: error \(errno)")
    }
    defer { fclose(file) }
    // One byte more than allowed shows that the file is too large, a device without end included.
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    let count = fread(&bytes, 1, bytes.count, file)
    guard ferror(file) == 0 else {
      throw Failure(description: "the configuration file cannot be read: error \(errno)")
    }
    guard count <= limit else {
      throw Failure(description: "the configuration file is larger than \(limit) bytes")
    }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
