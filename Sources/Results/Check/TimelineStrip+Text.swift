import Conformance

extension TimelineStrip {
  /// One character a mark.
  var text: String { String(marks.map(\.character)) }
}

extension TimelineStrip.Mark {
  /// The character that is drawn.
  var character: Character {
    switch self {
    case .nothing: "."
    case .data: "d"
    case .info: "i"
    case .fault: "!"
    }
  }
}
