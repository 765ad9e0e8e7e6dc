import Conformance

extension TimelineStrip {
  var text: String { String(marks.map(\.character)) }

  /// The same without faults.
  var tagText: String { String(tags.map(\.character)) }

  /// What is drawn of a mark: of tags at a fault the capital.
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
