/// The range of a request with the header `Range` (RFC 9110, 14).
enum RequestedRange: Equatable {
  /// Everything: no range, several, or one in another form.
  case whole
  /// These bytes.
  case part(Range<Int>)
  /// Bytes that the file does not have.
  case unsatisfiable

  /// Reads the range of a header for a file of `size` bytes.
  init(header: String?, size: Int) {
    self = .whole
    guard let header, let equals = header.firstIndex(of: "="),
      header[..<equals].lowercased() == "bytes"
    else { return }
    let bounds = header[header.index(after: equals)...].split(
      separator: "-",
      omittingEmptySubsequences: false
    )
    guard bounds.count == 2, let first = Self.number(bounds[0]), let last = Self.number(bounds[1])
    else { return }
    switch (first, last) {
    case (nil, nil): return
    case (nil, let count?):
      self = count > 0 && size > 0 ? .part(max(size - count, 0)..<size) : .unsatisfiable
    case (let first?, let last):
      if let last, last < first { return }
      let end = last.map { min($0, size - 1) + 1 } ?? size
      self = first < size ? .part(first..<end) : .unsatisfiable
    }
  }

  /// The number that `text` is; nil inside when it is empty, nil when it is not a number. One that
  /// is too large for any file is the largest there is.
  private static func number(_ text: Substring) -> Int?? {
    let text = text.drop { $0 == " " }
    guard !text.isEmpty else { return .some(nil) }
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return .some(Int(text) ?? Int.max - 1)
  }
}
