import Glibc

/// The bytes of a path. Linux allows any but 0 in it, UTF-8 or not, and a `String` would repair them.
struct FileName: Equatable {
  /// The bytes, without a 0 at the end.
  let bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The path for people: what is not UTF-8 is replaced.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// What to read at the path.
  var member: InputGroup.Member {
    String(validating: bytes, as: UTF8.self).map { .path($0) } ?? .bytes(self)
  }

  func appending(_ name: [UInt8]) -> FileName {
    FileName(bytes + (bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + name)
  }

  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (bytes + [0]).withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        guard let start = characters.baseAddress else { return body("") }
        return body(start)
      }
    }
  }

  /// The name behind an argument: the argument parser has replaced bytes that are not UTF-8, the
  /// process's arguments still hold them.
  static func argument(_ text: String) -> FileName {
    guard text.contains("\u{fffd}") else { return FileName(text) }
    for index in 0..<Int(CommandLine.argc) {
      guard let pointer = CommandLine.unsafeArgv[index] else { continue }
      let bytes = UnsafeRawBufferPointer(start: pointer, count: strlen(pointer))
      if String(decoding: bytes, as: UTF8.self) == text { return FileName(bytes) }
    }
    return FileName(text)
  }
}
