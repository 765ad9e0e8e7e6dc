import ID3

extension TimelineMarker {
  /// The mark of a tag of Yospace, which has tags at the start (YTYP S), within (M) and at the end (E) of an
  /// inserted ad; nil for those within, and for other tags.
  init?(yospace tag: TimedTag) {
    guard let frames = tag.tag?.frames, let type = Self.text("YTYP", in: frames),
      type == "S" || type == "E"
    else { return nil }
    self.init(kind: .yospace, id: Self.text("YMID", in: frames), time: tag.time, isOut: type == "S")
    (program, pid, offset) = (tag.program, tag.pid, tag.offset)
  }

  private static func text(_ id: String, in frames: [ID3Frame]) -> String? {
    for frame in frames where frame.id == id {
      if case .text(_, let values) = frame.content { return values.first }
    }
    return nil
  }
}

extension ParsedEvent {
  /// The event, and the mark that it is of an ad.
  var withMark: [ParsedEvent] {
    guard case .tag(let tag) = event, let mark = TimelineMarker(yospace: tag) else { return [self] }
    return [self, ParsedEvent(.marker(mark), in: segment)]
  }
}
