import Conformance

/// A stream of an input, in the records of `check`.
package struct StreamRecord {
  package var program: Int?
  package var pid: Int?
  package var rendition: String?
  package var tags = TagCounts()
  /// `Carriage`, as text: a database may have been written by a later version.
  package var carriage: String?
  package var verdict: Verdict

  /// A stream without tags.
  package init(_ verdict: Verdict) { self.verdict = verdict }

  package init(_ stream: CheckedStream) {
    (program, pid, rendition) = (stream.program, stream.pid, stream.rendition)
    (tags, carriage, verdict) = (stream.tags, stream.carriage?.rawValue, stream.verdict)
  }
}

/// An object of `streams` in a record of `check`.
package final class StreamFields: RecordFields {
  package typealias Row = StreamRecord
  package static let schema = RecordSchema(StreamFields())
  package let program = Field.integer("the program") { $0.program }
  package let pid = Field.integer("the PID of the ID3 stream") { $0.pid }
  package let rendition = Field.text("the rendition or variant") { $0.rendition }
  let tags = Field.integer("the number of tags", isRequired: true) {
    $0.tags.data + $0.tags.info + $0.tags.other
  }
  package let data = Field.integer("the number of DATA tags", isRequired: true) { $0.tags.data }
  package let info = Field.integer("the number of INFO tags", isRequired: true) { $0.tags.info }
  package let carriage = Field.text("how tags are carried; `null` without any") { $0.carriage }
  package let verdict = Field.text("the verdict on the stream", isRequired: true) {
    $0.verdict.rawValue
  }
}
