import Conformance

/// A stream of an input, in the records of `check`.
package struct StreamRecord {
  package var program: Int?
  package var pid: Int?
  package var rendition: String?
  package var tags: TagCounts
  /// `Carriage`, as text: a database may have been written by a later version.
  package var carriage: String?
  package var verdict: Verdict

  package init(
    program: Int?,
    pid: Int?,
    rendition: String?,
    tags: TagCounts,
    carriage: String?,
    verdict: Verdict
  ) {
    self.program = program
    self.pid = pid
    self.rendition = rendition
    self.tags = tags
    self.carriage = carriage
    self.verdict = verdict
  }
}

extension StreamRecord {
  package init(_ stream: CheckedStream) {
    self.init(
      program: stream.program,
      pid: stream.pid,
      rendition: stream.rendition,
      tags: stream.tags,
      carriage: stream.carriage?.rawValue,
      verdict: stream.verdict
    )
  }
}

extension Records {
  /// An object of `streams` in a record of `check`.
  package static let stream = RecordSchema<StreamRecord> {
    Field.integer("program", "the program") { $0.program }
    Field.integer("pid", "the PID of the ID3 stream") { $0.pid }
    Field.text("rendition", "the rendition or variant") { $0.rendition }
    Field.integer("tags", "the number of tags", isRequired: true) {
      $0.tags.data + $0.tags.info + $0.tags.other
    }
    Field.integer("data", "the number of DATA tags", isRequired: true) { $0.tags.data }
    Field.integer("info", "the number of INFO tags", isRequired: true) { $0.tags.info }
    Field.text("carriage", "how tags are carried; `null` without any") { $0.carriage }
    Field.text("verdict", "the verdict on the stream", isRequired: true) { $0.verdict.rawValue }
  }
}
