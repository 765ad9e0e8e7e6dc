import Conformance

extension Records {
  /// An object of `timelines` in a record of `check`.
  package static let timeline = RecordSchema<TimelineStrip> {
    Field.text("rendition", "the rendition or variant") { $0.rendition }
    Field.integer("program", "the program") { $0.program }
    Field.integer("secondsPerMark", "seconds of one mark") { _ in
      Int(TimelineStrip.secondsPerMark)
    }
    Field.text("marks", "one character a mark: `d` DATA, `i` INFO, `!` fault, `.` nothing") {
      $0.text
    }
    Field.text("tags", "the same without faults: which tags there are") { $0.tagText }
  }
}
