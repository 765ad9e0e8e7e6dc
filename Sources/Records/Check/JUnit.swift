import Conformance
import Documents
import Formats

/// JUnit XML: what all documents of that form begin and end with.
package enum JUnit {
  /// The start of a document; `name` is its creator.
  package static func opening(name: String, totals: JUnitCounts? = nil) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="\(XMLText.escaping(name))"\(totals.map { " \($0.attributes)" } ?? "")>

    """
  }

  /// The end of a document.
  package static let closing = "</testsuites>\n"

  /// The name of a class for what was tested. Servers take what is before a dot for a package, and
  /// leave it out.
  package static func className(_ name: String) -> String { name.replacing(".", with: "_") }
}

/// How many cases ended how.
package struct JUnitCounts: Sendable, Equatable {
  package var tests = 0
  package var failures = 0
  package var errors = 0
  package var skipped = 0
  /// Seconds of content in them; nil when it is unknown.
  package var seconds: Double?

  package init(
    tests: Int = 0,
    failures: Int = 0,
    errors: Int = 0,
    skipped: Int = 0,
    seconds: Double? = nil
  ) {
    self.seconds = seconds
    self.tests = tests
    self.failures = failures
    self.errors = errors
    self.skipped = skipped
  }

  /// As attributes of an element.
  package var attributes: String {
    "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\""
      + (seconds.flatMap(Decimals.seconds).map { " time=\"\($0)\"" } ?? "")
  }

  package static func += (left: inout Self, right: Self) {
    left.tests += right.tests
    left.failures += right.failures
    left.errors += right.errors
    left.skipped += right.skipped
    if let seconds = right.seconds { left.seconds = (left.seconds ?? 0) + seconds }
  }
}

/// The suites of a document, which begins with the totals of all.
package struct JUnitDocument: Sendable {
  private let name: String
  private var suites = ""
  private var totals = JUnitCounts()

  /// Makes a document; `name` says what made it.
  package init(name: String) { self.name = name }

  package mutating func append(_ xml: String, _ counts: JUnitCounts) {
    suites += xml
    totals += counts
  }

  /// Adds the suite of an input.
  package mutating func append(_ suite: JUnitSuite) { append(suite.xml, suite.counts) }

  package var text: String { JUnit.opening(name: name, totals: totals) + suites + JUnit.closing }
}

/// The document of `check`.
struct JUnitCheckDocument: RowDocument {
  private var document = JUnitDocument(name: "id3tap check")

  mutating func append(_ row: CheckRow, to bytes: inout [UInt8]) {
    let report = row.report
    document.append(
      JUnitSuite(
        name: report.input,
        failure: report.failure?.description,
        rules: report.rules,
        findings: report.findings,
        missing: report.missing.map(\.rawValue),
        seconds: report.duration,
        players: report.players,
        notJudged: report.notJudged
      )
    )
  }

  mutating func finish(to bytes: inout [UInt8]) { bytes += document.text.utf8 }
}
