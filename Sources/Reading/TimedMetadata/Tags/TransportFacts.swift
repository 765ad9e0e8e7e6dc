import TransportStream

/// Properties of the PES packet in which a tag starts (ISO/IEC 13818-1, 2.4.3.7), and of the surrounding multiplex.
public struct TransportFacts: Sendable, Equatable {
  /// The `stream_id`; nil if the PES header is truncated.
  public var streamID: UInt8?
  /// The `PES_packet_length`; 0 means unbounded.
  public var declaredLength: Int?
  /// The length that arrived, counted like `PES_packet_length`; nil if unknown, for example if packets are missing.
  public var arrivedLength: Int?
  /// The `data_alignment_indicator`.
  public var isAligned: Bool?
  /// The `PTS_DTS_flags`, 0 to 3: 1 is forbidden, 3 announces a DTS.
  public var timestampFlags: Int?
  /// The number of bytes before the first tag of the PES packet; 0 for later tags.
  public var leadingBytes = 0
  /// The number of tags before this tag in the same PES packet.
  public var tagsInFront = 0
  /// The number of tags, including this tag, that end in the same payload.
  public var tagCount = 1
  /// The number of PES packets over which the tag extends.
  public var pesCount = 1
  /// Whether a PES packet in which the tag only continues has its `data_alignment_indicator` set.
  public var isContinuationAligned = false
  /// The number of bytes that a repackager removed from the start of the tag, and that have been restored: 0, 5 or 10.
  public var restoredBytes = 0
  /// The raw 33-bit PTS of the preceding audio PES packet of the program in the multiplex.
  public var audioPTS: Int64?
  /// The preceding PCR base of the program in the multiplex (33 bits, 90 kHz).
  public var programClock: Int64?

  /// Whether the current PMT lists another PID with stream_type 0x15 before the PID of the tag, which also has that
  /// type.
  public var isAfterOtherPID = false

  /// Whether a transport packet of the PES packet unexpectedly has the continuity counter of the previous one, but
  /// different content.
  public var repeatsCounter = false

  /// Properties of the surrounding tables and packets, which players handle in different ways.
  package var multiplex = MultiplexFacts()
  /// Whether the PES packet begins in one segment and ends in another.
  package var spansSegments = false
  /// The length of the PES header after `PES_packet_length`, in bytes; nil if the header is truncated.
  package var headerLength: Int?

  /// Makes a value without known properties.
  public init() {}
}

extension TransportFacts {
  /// Makes the properties that are known when the payload of a PES packet has arrived.
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
