import Glibc

/// Proposes to read numbered segments as one stream: each by itself has few tags, or none.
enum SegmentProposal {
  /// So many files of one name and other numbers are many.
  private static let many = 6
  /// Recordings are larger than segments: 64 MiB.
  private static let largestSegment = 64 << 20

  /// What happened and what to do, for each folder with many segments among the inputs.
  static func words(for groups: [InputGroup]) -> [String] {
    var order: [[UInt8]] = []
    var found: [[UInt8]: [FileName]] = [:]
    for file in groups.flatMap(\.members).compactMap(\.fileName) {
      guard let pattern = pattern(of: file) else { continue }
      if found[pattern] == nil { order.append(pattern) }
      found[pattern, default: []].append(file)
    }
    return order.compactMap { pattern in
      guard let files = found[pattern], files.count >= many, files.allSatisfy(isSmall) else {
        return nil
      }
      return
        "\(files[0].folder.text): has \(files.count) numbered segments that are read one by one: "
        + "if they are parts of one stream, give --join"
    }
  }

  /// The name with its last number left out; nil for what is named like no segment.
  private static func pattern(of file: FileName) -> [UInt8]? {
    guard StreamExtension.ends(file.text), !file.text.lowercased().hasSuffix(".m3u8") else {
      return nil
    }
    let start = file.bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let end = file.bytes.lastIndex(of: UInt8(ascii: ".")) ?? file.bytes.endIndex
    guard start < end, let last = file.bytes[start..<end].lastIndex(where: NaturalOrder.isDigit)
    else { return nil }
    let head = file.bytes[start...last].lastIndex { !NaturalOrder.isDigit($0) }.map { $0 + 1 }
    return file.bytes[..<(head ?? start)] + [0] + file.bytes[(last + 1)...]
  }

  private static func isSmall(_ file: FileName) -> Bool {
    var status = stat()
    return file.withCString { stat($0, &status) } == 0 && Int64(status.st_size) <= largestSegment
  }
}
