import Glibc

/// A file that names one input per line. Blanks around a name, empty lines and lines that start with `#` are ignored.
enum ListFile {
  /// The reason why a list could not be read, and the remedy.
  struct ReadError: Error, CustomStringConvertible {
    var description: String
  }

  /// The maximum length of a line, in bytes. A stream that was named by mistake may contain no line end.
  private static let longestLine = 1 << 20
  private static let chunkSize = 64 << 10

  /// Passes the inputs of a list to `body`, one after another, with their line numbers. The path `-` is standard
  /// input. The list may have any length. An interruption ends the reading without an error.
  /// - Throws: The error of `body`. `failed` gets the reason if the list could not be read to its end.
  static func read(
    _ path: FileName,
    _ body: (FileName, Int) throws -> Void,
    failed: (ReadError) -> Void
  ) rethrows {
    let descriptor =
      path == FileName("-")
      ? dup(STDIN_FILENO) : InputGroup.Member.openWithoutWaiting(path)
    guard descriptor >= 0 else {
      let number = errno
      return Interruption.isRequested ? () : failed(ReadError(number))
    }
    defer { close(descriptor) }
    var chunk = [UInt8](repeating: 0, count: chunkSize)
    var rest: [UInt8] = []
    var isFirst = true
    var number = 1
    while Interruption.waitToRead(descriptor) {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return failed(ReadError(errno)) }
      guard !chunk[..<count].contains(0), rest.count <= longestLine else {
        return failed(
          ReadError(description: "is not a list of inputs: write one input on each line")
        )
      }
      rest += chunk[..<count]
      if isFirst, rest.starts(with: byteOrderMark) { rest.removeFirst(byteOrderMark.count) }
      isFirst = false
      let isLast = count == 0
      let end = isLast ? rest.endIndex : rest.lastIndex(where: isLineEnd).map { $0 + 1 } ?? 0
      var position = rest.startIndex
      for line in rest[..<end].split(whereSeparator: isLineEnd) {
        number += rest[position..<line.startIndex].count { $0 == UInt8(ascii: "\n") }
        position = line.startIndex
        let line = trimmed(line)
        guard !line.isEmpty, line.first != UInt8(ascii: "#") else { continue }
        try body(FileName(line), number)
      }
      number += rest[position..<end].count { $0 == UInt8(ascii: "\n") }
      rest.removeFirst(end)
      if isLast { return }
    }
  }

  /// U+FEFF in UTF-8, which some editors write at the start of a file.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let last = line.lastIndex(where: { !isBlank($0) }) else { return [] }
    return line[...last].drop(while: isBlank)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }
}

extension ListFile.ReadError {
  fileprivate init(_ number: Int32) {
    let remedy =
      number == EBADF
      ? "pipe a list into it, or name its file after '@'" : "check the path and its permissions"
    description = "\(SmallFile.words(for: number)): \(remedy)"
  }
}
