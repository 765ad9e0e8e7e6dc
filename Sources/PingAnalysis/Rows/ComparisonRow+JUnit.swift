import Formats

extension ComparisonRow {
  /// A case for each kind of difference.
  var junit: String {
    let name = XMLText.escaping(actual)
    let kinds = PingDifference.Kind.allCases
    let failed = kinds.count { kind in report.differences.contains { $0.kind == kind } }
    var xml =
      "  <testsuite name=\"\(name)\" tests=\"\(kinds.count)\" failures=\"\(failed)\" errors=\"0\">\n"
    for kind in kinds {
      let found = report.differences.filter { $0.kind == kind }
      let start = "    <testcase name=\"\(kind.rawValue)\" classname=\"\(name)\""
      guard let first = found.first else {
        xml += "\(start)/>\n"
        continue
      }
      let lines = found.map { "\($0.message); likely: \($0.cause)" }.joined(separator: "\n")
      xml +=
        "\(start)><failure message=\"\(XMLText.escaping(first.message))\">"
        + "\(XMLText.escaping(lines))</failure></testcase>\n"
    }
    return xml + "  </testsuite>\n"
  }
}
