import ISOMedia

/// The boxes of a CMAF track with events alone (ISO/IEC 14496-12, 23000-19 and 23001-18).
enum EventTrackBoxes {
  /// The only track.
  static let trackID: UInt32 = 1
  /// Ticks in a second: those of PTS.
  static let timescale: UInt32 = 90_000

  /// The start of the track: `ftyp` and `moov`.
  static var header: [UInt8] {
    let brands = ["cmfc", "iso6"].flatMap { Array($0.utf8) }
    return BoxBytes.box(.fileType, Array("cmfc".utf8) + word(0) + brands) + movie
  }

  /// A chunk: `moof` and `mdat` with one sample.
  static func chunk(
    sequence: UInt32,
    decodeTime: Int64,
    duration: Int64,
    sample: [UInt8]
  ) -> [UInt8] {
    // Only the offset of the sample depends on the size of what is before it.
    let size = fragment(sequence, decodeTime, duration, sample, offset: 0).count
    let offset = UInt32(truncatingIfNeeded: size + BoxHeader.minimumByteCount)
    return fragment(sequence, decodeTime, duration, sample, offset: offset)
      + BoxBytes.box(.mediaData, sample)
  }

  private static func fragment(
    _ sequence: UInt32,
    _ decodeTime: Int64,
    _ duration: Int64,
    _ sample: [UInt8],
    offset: UInt32
  ) -> [UInt8] {
    // The offset counts from the fragment; the sample has duration and size.
    let header = BoxBytes.box(.trackFragmentHeader, word(0x02_0000) + word(trackID))
    let time = BoxBytes.box(
      .trackFragmentDecodeTime,
      word(0x0100_0000) + BoxBytes.bigEndian(UInt64(max(0, decodeTime)))
    )
    let run = BoxBytes.box(
      .trackRun,
      word(0x0301) + word(1) + word(offset) + word(UInt32(clamping: duration))
        + word(UInt32(truncatingIfNeeded: sample.count))
    )
    return BoxBytes.box(
      .movieFragment,
      BoxBytes.box("mfhd", word(0) + word(sequence))
        + BoxBytes.box(.trackFragment, header + time + run)
    )
  }

  private static var movie: [UInt8] {
    let header =
      word(0, 0, 0) + word(timescale) + word(0) + word(0x0001_0000, 0x0100_0000, 0, 0) + matrix
      + [UInt8](repeating: 0, count: 24) + word(trackID + 1)
    let defaults = BoxBytes.box(.trackExtends, word(0, trackID, 1, 0, 0, 0))
    return BoxBytes.box(
      .movie,
      BoxBytes.box(.movieHeader, header) + BoxBytes.box(.track, track)
        + BoxBytes.box(.movieExtends, defaults)
    )
  }

  private static var track: [UInt8] {
    let header = word(7, 0, 0, trackID, 0, 0, 0, 0, 0, 0) + matrix + word(0, 0)
    let mediaHeader = word(0, 0, 0, timescale, 0, 0x55C4_0000)
    let handler = word(0, 0) + Array("meta".utf8) + word(0, 0, 0) + Array("ID3 events".utf8) + [0]
    let media =
      BoxBytes.box(.mediaHeader, mediaHeader) + BoxBytes.box(.handler, handler)
      + BoxBytes.box(.mediaInformation, information)
    return BoxBytes.box(.trackHeader, header) + BoxBytes.box(.media, media)
  }

  private static var information: [UInt8] {
    let reference = BoxBytes.box("dref", word(0, 1) + BoxBytes.box("url ", word(1)))
    let entry = EventTrackEntry(schemes: [.init(uri: TagEvent.scheme, value: "")])
    let table =
      entry.sampleDescription + BoxBytes.box("stts", word(0, 0)) + BoxBytes.box("stsc", word(0, 0))
      + BoxBytes.box(.sampleSize, word(0, 0, 0)) + BoxBytes.box("stco", word(0, 0))
    return BoxBytes.box("nmhd", word(0)) + BoxBytes.box("dinf", reference)
      + BoxBytes.box(.sampleTable, table)
  }

  /// The matrix of a picture that stays as it is.
  private static let matrix = word(0x0001_0000, 0, 0, 0, 0x0001_0000, 0, 0, 0, 0x4000_0000)

  private static func word(_ numbers: UInt32...) -> [UInt8] {
    numbers.flatMap { BoxBytes.bigEndian($0) }
  }
}
