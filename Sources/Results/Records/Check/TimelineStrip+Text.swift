import Conformance

extension TimelineStrip {
  var text: String { String(marks.map(\.character)) }

  /// The same without faults.
  var tagText: String { String(tags.map(\.character)) }

  /// The character of a mark: the capital letter for tags at a fault.
  func drawnCharacter(at index: Int) -> Character {
    guard marks[index] == .fault, index < tags.count, tags[index] != .nothing else {
      return marks[index].character
    }
    return tags[index].character.uppercased().first ?? marks[index].character
  }
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
