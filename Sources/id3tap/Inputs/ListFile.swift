/// A file that names one input a line. Empty lines and lines that start with `#` say nothing.
enum ListFile {
  /// Why a list could not be read: what happened and what to do.
  struct ReadError: Error, CustomStringConvertible {
    var description: String
  }

  /// Room for a million long paths: no list is longer, but a stream named by mistake may be.
  private static let largest = 256 << 20

  /// The inputs that a list names; `-` is standard input.
  static func lines(of path: String) throws(ReadError) -> [FileName] {
    var bytes: [UInt8]
    do {
      bytes = try SmallFile.bytes(of: path, upTo: largest)
    } catch {
      throw ReadError(description: "\(error): check the file behind '@'")
    }
    guard !bytes.contains(0) else {
      throw ReadError(description: "is not a list of inputs: name a text file with one a line")
    }
    // Editors of other systems put it there.
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if bytes.starts(with: byteOrderMark) { bytes.removeFirst(byteOrderMark.count) }
    return bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      .map { FileName($0) }
      .filter { !$0.text.hasPrefix("#") && $0.text.contains { !$0.isWhitespace } }
  }
}
