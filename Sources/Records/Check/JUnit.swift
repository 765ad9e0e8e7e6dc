import Conformance
import Formats

/// Reports as JUnit XML: a suite for each input.
package enum JUnit {
  /// What a document begins with; `name` says what made it.
  package static func opening(name: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="\(XMLText.escaping(name))">

    """
  }

  /// What a document ends with.
  package static let closing = "</testsuites>\n"

  /// The suite of an input.
  static func suite(of report: CheckReport) -> String {
    JUnitSuite(
      name: report.input,
      failure: report.failure?.description,
      rules: report.rules,
      findings: report.findings,
      missing: report.missing.map(\.rawValue)
    ).xml
  }
}
