extension ISOMediaReader {
  /// Says what is missing, before the messages that wait: they come after it.
  func noteMissing(until end: Double?) {
    if let missing { queue.prepend(missing.note(until: end)) }
    missing = nil
  }

  func note(
    _ id: NoteID,
    at offset: Int64?,
    in initialization: InitializationPlace? = nil,
    _ detail: String
  ) {
    queue.append(
      StreamNote(
        id: id,
        segment: initialization?.uri,
        offset: initialization?.offset ?? offset,
        detail: detail
      )
    )
  }

  func note(_ jump: FragmentClock.Jump, at offset: Int64, time: Double?) {
    let (id, words, seconds): (NoteID, String, Double) =
      switch jump {
      case .backward(let seconds): (.clockBackward, "go back", seconds)
      case .forward(let seconds): (.clockJump, "jump ahead", seconds)
      }
    // Rounded down to tenths, as for transport streams.
    let tenths = Int64(exactly: (seconds * 10).rounded(.down)) ?? .max
    queue.append(
      StreamNote(
        id: id,
        time: time,
        offset: offset,
        measured: seconds,
        detail: "fragment times \(words) by \(tenths / 10).\(tenths % 10) s "
          + "without a declared discontinuity"
      )
    )
  }
}
