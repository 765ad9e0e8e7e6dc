/// The clock of a stream whose tables are missing or late: it follows PES packets that are audio or
/// video by their stream_id (ISO/IEC 13818-1, table 2-22).
struct TablelessClock {
  /// The most PIDs that are followed.
  private static let maximumPIDs = 16

  private(set) var program = Program(number: 0, mapPID: TransportPacket.nullPID)
  private var map = ProgramMap(programNumber: 0, pcrPID: ProgramMap.noPCR, streams: [])

  /// The latest reading; nil before the first frame.
  var reading: PresentationClock.Reading? { program.clock.reading }

  /// Takes the payload that starts a unit on an undeclared PID.
  mutating func receive(_ payload: UnsafeRawBufferPointer, pid: UInt16) {
    guard let pts = PESHeader.presentationTimestamp(payload),
      let type = Self.type(ofStreamID: payload[3])
    else { return }
    if !map.streams.contains(where: { $0.pid == pid }) {
      guard map.streams.count < Self.maximumPIDs else { return }
      map.streams.append(ElementaryStream(type: type, pid: pid))
      program.adopt(map)
    }
    _ = program.receiveFrame(pid: pid, pts: pts)
  }

  /// Whether frames of one of a map's streams have been followed.
  func knows(_ other: ProgramMap) -> Bool {
    map.streams.contains { known in
      other.streams.contains { $0.pid == known.pid && $0.kind != .other }
    }
  }

  /// Audio is C0 to DF, video E0 to EF; the format does not matter for a clock.
  private static func type(ofStreamID streamID: UInt8) -> StreamType? {
    switch streamID {
    case 0xC0...0xDF: return .adtsAAC
    case 0xE0...0xEF: return .h264
    default: return nil
    }
  }
}
