/// A playlist without `#EXTM3U`, which RFC 8216 (section 4.3.1.1) requires in its first line.
enum UnmarkedPlaylist {
  private static let tags = ["#EXTINF:", "#EXT-X-"]

  /// Whether a text begins like one: with a tag of a playlist, after blank lines.
  static func begins(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    let line = text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    return tags.contains { line.starts(with: $0.utf8) }
  }
}
