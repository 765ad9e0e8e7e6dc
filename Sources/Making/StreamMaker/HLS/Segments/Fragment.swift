import ISOMedia

/// A movie fragment and its media data, with one track (ISO/IEC 14496-12, 8.8).
struct Fragment {
  /// The boxes `moof` and `mdat`.
  private(set) var bytes: [UInt8]
  /// The place of the content of `tfdt`, and by how many units the first sample is presented later than
  /// decoded.
  private let decodeTime: Range<Int>
  private let firstOffset: Int64

  /// Flags of `trun`: what comes before the samples, and in each (8.8.8).
  private enum RunFlag {
    static let dataOffset: UInt64 = 0x1
    static let firstSampleFlags: UInt64 = 0x4
    static let duration: UInt64 = 0x100
    static let size: UInt64 = 0x200
    static let flags: UInt64 = 0x400
    static let compositionOffset: UInt64 = 0x800
  }

  /// The fragment in `bytes`; nil when it lacks a box.
  init?(bytes: [UInt8]) {
    guard let time = BoxWalk.first(["moof", "traf", "tfdt"], in: bytes),
      let run = BoxWalk.first(["moof", "traf", "trun"], in: bytes),
      time.content.count >= 8, bytes[time.content.lowerBound] == 0 || time.content.count >= 12,
      let offset = Self.compositionOffset(bytes, of: run)
    else { return nil }
    self.bytes = bytes
    decodeTime = time.content
    firstOffset = offset
  }

  /// Moves the fragment so that its first sample is presented at `time`, in units of its track.
  mutating func setTime(_ time: Int64) {
    let start = decodeTime.lowerBound
    let time = max(time - firstOffset, 0)
    let number =
      bytes[start] == 0
      ? BoxBytes.bigEndian(UInt32(truncatingIfNeeded: time)) : BoxBytes.bigEndian(time)
    bytes.replaceSubrange(start + 4..<start + 4 + number.count, with: number)
  }

  /// The composition offset of the first sample, 0 when the run has none; nil when it is cut off.
  private static func compositionOffset(_ bytes: [UInt8], of run: BoxWalk.Box) -> Int64? {
    let start = run.content.lowerBound
    guard run.content.count >= 8 else { return nil }
    let flags = BoxBytes.number(bytes, at: start + 1, 3)
    guard flags & RunFlag.compositionOffset != 0 else { return 0 }
    let before = [
      RunFlag.dataOffset, RunFlag.firstSampleFlags, RunFlag.duration, RunFlag.size, RunFlag.flags,
    ]
    let place = start + 8 + 4 * before.count { flags & $0 != 0 }
    guard place + 4 <= run.content.upperBound else { return nil }
    let offset = BoxBytes.number(bytes, at: place, 4)
    // Signed in version 1.
    return bytes[start] == 0
      ? Int64(offset) : Int64(Int32(truncatingIfNeeded: offset))
  }
}
