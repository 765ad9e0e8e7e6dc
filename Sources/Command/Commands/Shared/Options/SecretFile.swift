import ArgumentParser

/// A file with the values of options that are secrets: every user of a machine can read the arguments of its processes.
enum SecretFile {
  /// The most bytes of a file: 64 KiB.
  private static let largest = 64 << 10

  /// The lines of the file that `option` names, with their numbers. Empty lines and lines that start with `#` are left out.
  /// - Throws: `ValidationError`, without anything that the file holds.
  static func lines(
    of path: Substring,
    option: String
  ) throws -> [(number: Int, text: String)] {
    let bytes: [UInt8]
    do {
      bytes = try SmallFile.bytes(of: String(path), upTo: largest)
    } catch {
      throw ValidationError("\(option) @\(path): \(error): name a readable text file.")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ValidationError("\(option) @\(path): is not UTF-8: name a text file.")
    }
    return text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
      .map { (number: $0 + 1, text: trimmed($1)) }
      .filter { !$0.text.isEmpty && !$0.text.utf8.starts(with: "#".utf8) }
  }

  private static func trimmed(_ line: Substring.UTF8View) -> String {
    let isBlank = { (byte: UInt8) in " \t\r".utf8.contains(byte) }
    let start = line.drop(while: isBlank)
    guard let last = start.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(Substring(start[...last]))
  }
}
