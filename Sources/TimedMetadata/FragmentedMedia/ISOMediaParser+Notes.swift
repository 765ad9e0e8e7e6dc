import TransportStream

extension ISOMediaParser {
  func note(
    _ id: NoteID,
    at position: StreamPosition?,
    in initialization: InitializationPlace? = nil,
    _ detail: String
  ) {
    let note = StreamNote(
      id: id,
      segment: initialization?.uri,
      offset: initialization?.offset ?? position?.offset,
      detail: detail
    )
    deliver(ParsedEvent(.note(note), in: (position ?? self.position).segment))
  }

  func note(jump: Double, at position: StreamPosition, time: Double?) {
    // Rounded down to tenths, as for transport streams.
    let tenths = Int64(exactly: (abs(jump) * 10).rounded(.down)) ?? .max
    let words = jump < 0 ? "go back" : "jump ahead"
    let note = StreamNote(
      id: .jump(by: jump),
      time: time,
      measured: abs(jump),
      detail: "fragment times \(words) by \(tenths / 10).\(tenths % 10) s "
        + "without a declared discontinuity"
    )
    add(note, at: position)
  }
}
