import Formats
import Glibc

/// The bytes of a path. Linux allows all bytes except 0. A `String` would replace bytes that are not UTF-8.
struct FileName: Equatable {
  /// The bytes, without a 0 at the end.
  let bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The path as shown in results and messages. Different names are shown differently.
  var text: String { FileNameText.text(of: bytes) }

  var member: InputGroup.Member {
    String(validating: bytes, as: UTF8.self).map { .path($0) } ?? .bytes(self)
  }

  func appending(_ name: [UInt8]) -> FileName {
    FileName(bytes + (bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + name)
  }

  /// A path as a word of a shell command, quoted if it has characters other than letters, digits and `_-./:=@%+,`.
  static func shellWord(_ path: String) -> String {
    path.allSatisfy { $0.isLetter || $0.isNumber || "_-./:=@%+,".contains($0) }
      ? path : "'\(path.replacing("'", with: "'\\''"))'"
  }

  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (bytes + [0]).withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        guard let start = characters.baseAddress else { return body("") }
        return body(start)
      }
    }
  }

  /// The file names in `texts`, the parsed arguments. The parser has replaced bytes that are not UTF-8. The original
  /// bytes are taken from the arguments of the process. Arguments that became equal are matched in their order.
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

  /// The process's arguments that the argument parser turned into `text`.
  private static func originals(of text: String) -> [FileName] {
    (0..<Int(CommandLine.argc)).compactMap { index in
      guard let pointer = CommandLine.unsafeArgv[index] else { return nil }
      let bytes = UnsafeRawBufferPointer(start: pointer, count: strlen(pointer))
      return String(decoding: bytes, as: UTF8.self) == text ? FileName(bytes) : nil
    }
  }
}

/// The natural order of names: `seg2` is before `seg10`. Numbers are compared as numbers and all other bytes by value,
/// so that the order is the same for every locale.
enum NaturalOrder {
  /// Whether `first` is before `second`. Names are equal only if all their bytes are equal.
  static func precedes(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    var (left, right) = (first[...], second[...])
    while let one = left.first, let other = right.first {
      if one.isDigit, other.isDigit {
        let numbers = (number(at: &left), number(at: &right))
        if numbers.0.count != numbers.1.count { return numbers.0.count < numbers.1.count }
        if numbers.0 != numbers.1 { return numbers.0.lexicographicallyPrecedes(numbers.1) }
        continue
      }
      if one != other { return one < other }
      left = left.dropFirst()
      right = right.dropFirst()
    }
    if left.isEmpty != right.isEmpty { return left.isEmpty }
    return first.lexicographicallyPrecedes(second)
  }

  /// Removes the digits at the front, and returns them without leading zeros.
  private static func number(at bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = bytes.prefix(while: \.isDigit)
    bytes = bytes[digits.endIndex...]
    return digits.drop { $0 == UInt8(ascii: "0") }
  }
}

enum StreamExtension {
  private static let all: Set<String> = [
    "ts", "m2ts", "m2t", "mts", "mpegts", "tp", "trp", "mp4", "m4s", "m4v", "m4a", "cmfv", "cmfa",
    "cmft", "aac", "ac3", "ec3", "eac3", "mp3", "m3u8", "mpd",
  ]

  /// Whether a file's name, with or without a path, has the extension of a stream or playlist.
  static func ends(_ name: String) -> Bool {
    let file = name.utf8.split(separator: UInt8(ascii: "/")).last ?? ""[...].utf8
    guard let dot = file.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return all.contains(String(Substring(file[file.index(after: dot)...])).lowercased())
  }
}
