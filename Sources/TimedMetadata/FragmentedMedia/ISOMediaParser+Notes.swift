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

  func note(_ jump: FragmentClock.Jump, at position: StreamPosition, time: Double?) {
    let (id, words, seconds): (NoteID, String, Double) =
      switch jump {
      case .backward(let seconds): (.clockBackward, "go back", seconds)
      case .forward(let seconds): (.clockJump, "jump ahead", seconds)
      }
    // Rounded down to tenths, as for transport streams.
    let tenths = Int64(exactly: (seconds * 10).rounded(.down)) ?? .max
    let note = StreamNote(
      id: id,
      time: time,
      measured: seconds,
      detail: "fragment times \(words) by \(tenths / 10).\(tenths % 10) s "
        + "without a declared discontinuity"
    )
    add(note, at: position)
  }
}
