import Formats
import Glibc

/// The bytes of a path. Linux allows any but 0 in it, UTF-8 or not, and a `String` would repair them.
struct FileName: Equatable {
  /// The bytes, without a 0 at the end.
  let bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The path in results and messages: no two names have the same.
  var text: String { FileNameText.text(of: bytes) }

  /// The member to read at the path.
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

  /// The names in arguments: the argument parser has replaced bytes that are not UTF-8, the
  /// process's arguments still hold them. Equal ones come in the same order there.
  static func arguments(_ texts: [String]) -> [FileName] {
    var seen: [String: Int] = [:]
    return texts.map { text in
      guard text.unicodeScalars.contains("\u{fffd}") else { return FileName(text) }
      let originals = originals(of: text)
      let place = seen[text, default: 0]
      seen[text] = place + 1
      return originals.isEmpty ? FileName(text) : originals[min(place, originals.count - 1)]
    }
  }

  /// The process's arguments that read so.
  private static func originals(of text: String) -> [FileName] {
    (0..<Int(CommandLine.argc)).compactMap { index in
      guard let pointer = CommandLine.unsafeArgv[index] else { return nil }
      let bytes = UnsafeRawBufferPointer(start: pointer, count: strlen(pointer))
      return String(decoding: bytes, as: UTF8.self) == text ? FileName(bytes) : nil
    }
  }
}
