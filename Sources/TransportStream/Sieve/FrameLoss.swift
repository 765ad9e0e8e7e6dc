/// Missing packets of PIDs other than those of ID3 and tables, summed up in one note.
struct FrameLoss {
  /// The number of missing packets.
  private(set) var packetCount = 0
  private var first: (position: StreamPosition, time: Int64?)?

  /// Counts packets that are missing before the packet at `position`.
  mutating func add(_ count: Int, position: StreamPosition, time: @autoclosure () -> Int64?) {
    packetCount += count
    if first == nil { first = (position, time()) }
  }

  /// The note of all missing packets; nil when none is missing.
  var note: TransportNote? {
    guard let first else { return nil }
    let packets = packetCount == 1 ? "1 packet" : "\(packetCount) packets"
    return TransportNote(
      rule: "ts-frames-lost",
      position: first.position,
      amount: packetCount,
      time: first.time,
      detail: "\(packets) of audio, video and other data lost"
    )
  }
}
