import Conformance

/// An object of `timelines` in a record of `check`.
package final class TimelineFields: RecordFields {
  package typealias Row = TimelineStrip
  package static let schema = RecordSchema(TimelineFields())
  package let rendition = Field.text("the rendition or variant") { $0.rendition }
  package let program = Field.integer("the program") { $0.program }
  package let secondsPerMark = Field.integer("seconds of one mark") { _ in
    Int(TimelineStrip.secondsPerMark)
  }
  package let marks = Field.text("one character a mark: `d` DATA, `i` INFO, `!` fault, `.` nothing")
  { $0.text }
  let tags = Field.text("the same without faults: which tags there are") { $0.tagText }
}
