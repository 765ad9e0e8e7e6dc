import CFFmpeg

/// An error number of libavformat, with its words.
struct LibavError: Error, CustomStringConvertible {
  var number: Int32

  var description: String {
    var text = [CChar](repeating: 0, count: 128)
    guard av_strerror(number, &text, text.count) == 0 else { return "libavformat error \(number)" }
    let end = text.firstIndex(of: 0) ?? text.endIndex
    return String(decoding: text[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
