import TransportStream

/// Facts about the PES packet that starts a tag, and about the multiplex around it, for judging a stream
/// (ISO/IEC 13818-1, 2.4.3.7).
public struct TransportFacts: Sendable, Equatable {
  /// `stream_id`; nil when the PES header was cut off.
  public var streamID: UInt8?
  /// `PES_packet_length`; 0 means unbounded.
  public var declaredLength: Int?
  /// The length that arrived, counted like `PES_packet_length`; nil if packets are missing.
  public var arrivedLength: Int?
  /// `data_alignment_indicator`.
  public var isAligned: Bool?
  /// `PTS_DTS_flags`, 0 to 3: 1 is forbidden, 3 announces a DTS.
  public var timestampFlags: Int?
  /// Bytes before the tag in its PES that belong to no tag.
  public var leadingBytes = 0
  /// Tags before this one in the same PES.
  public var tagsInFront = 0
  /// Tags in the same PES, this one included.
  public var tagCount = 1
  /// PES packets that the tag is in.
  public var pesCount = 1
  /// Whether a PES packet in which the tag continues declares that a tag starts there.
  public var isContinuationAligned = false
  /// Bytes at the start of the tag that were missing and have been put back: 5 or 10 after a
  /// repackager that took them for something else.
  public var restoredBytes = 0
  /// The raw 33-bit PTS of the audio PES packet before it in the multiplex, in its program.
  public var audioPTS: Int64?
  /// The PCR base (33 bits, 90 kHz) before it in the multiplex, of its program.
  public var programClock: Int64?

  /// Whether the program map in force names another PID of stream_type 0x15 before that of the tag,
  /// which has that type, too.
  public var isAfterOtherPID = false

  /// Whether a packet of the PES has the continuity counter of the packet before it and other content.
  public var repeatsCounter = false

  /// The facts about the tables and packets around it that players handle differently.
  package var multiplex = MultiplexFacts()
  /// Whether it begins in one segment and ends in another.
  package var spansSegments = false
  /// Bytes of the PES header after `PES_packet_length`, as that counts; nil when it was cut off.
  package var headerLength: Int?

  /// Nothing known.
  public init() {}
}

extension TransportFacts {
  /// Makes the facts that are known when the payload of a PES packet has arrived.
  init(_ payload: PESPayload) {
    let pes = payload.pes
    audioPTS = pes.audioPTS
    programClock = pes.programClock
    isAfterOtherPID = pes.isAfterOtherPID
    repeatsCounter = pes.repeatsCounter
    spansSegments = pes.spansSegments
    multiplex = pes.multiplex
    guard let header = pes.header else { return }
    streamID = header.streamID
    declaredLength = header.packetLength
    headerLength = header.byteCount - 6
    if !pes.hasGap { arrivedLength = header.byteCount - 6 + payload.bytes.count }
    isAligned = header.isAligned
    timestampFlags = Int(header.timestampFlags)
  }
}

/// The metadata access unit wrapper of ISO/IEC 13818-1, 2.12.4, which comes before metadata in
/// PES packets with stream_id FC:
///
///     service_id | sequence_number | fragmentation(2) config(1) random(1) 0000 | length(16) | data
enum AccessUnitCells {
  static let headerSize = 5

  /// The data of the cells that `payload` consists of, without zeros after the last cell; nil when it
  /// is not made of cells.
  static func unwrap(_ payload: ArraySlice<UInt8>) -> [UInt8]? {
    var data: [UInt8] = []
    var rest = payload
    while rest.count > headerSize {
      let start = rest.startIndex
      let length = Int(rest[start + 3]) << 8 | Int(rest[start + 4])
      guard length > 0 else { break }
      guard length <= rest.count - headerSize else { return nil }
      data += rest[(start + headerSize)..<(start + headerSize + length)]
      rest = rest.dropFirst(headerSize + length)
    }
    guard !data.isEmpty, rest.allSatisfy({ $0 == 0 }) else { return nil }
    return data
  }
}
