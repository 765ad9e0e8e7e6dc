/// The options of a rendition's segments.
struct RenditionOptions {
  /// The seed, the fault and the clocks.
  var options: StreamMakerOptions
  /// The length of the presentation in seconds.
  var seconds: Double
  /// Whether the rendition carries the tags.
  var carriesTags: Bool
  /// Tenths of its size that a segment is filled up by.
  var stuffing: Int
  /// Whether event messages have version 0.
  var countsFromSegment = false

  var changes: FaultChanges {
    carriesTags ? options.fault?.changes ?? FaultChanges() : FaultChanges()
  }

  /// The tags of the rendition; nil when it carries none.
  var placement: TagPlacement? {
    guard carriesTags else { return nil }
    return TagPlacement(TagSchedule(options: options, seconds: seconds, changes: changes))
  }

  /// A multiplexer into `packets`.
  func multiplexer(to packets: SegmentPackets) -> Multiplexer {
    let output = PacketOutput(framing: .plain) { packets.take($0) }
    return Multiplexer(
      options: options,
      seconds: seconds,
      carriesTags: carriesTags,
      output: output
    )
  }
}
