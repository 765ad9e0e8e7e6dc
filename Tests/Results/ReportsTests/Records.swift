import Formats

@testable import Reports

/// Records in the form of the commands' output, with the values that a test needs.
enum Records {
  static func check(
    _ input: String,
    verdict: String = "pass",
    data: Int = 30,
    gap: String = "10.0",
    rules: String = """
    {"rule":"tag-present","state":"pass","found":30,"minimum":1,"maximum":null,"notAssessed":null}
    """,
    findings: String = "",
    more: String = ""
  ) -> String {
    """
    {"input":\(JSONValue.string(input).text),"verdict":"\(verdict)",\
    "tags":{"data":\(data),"info":1,"other":2},"duration":310.2,"firstTag":8.567,"lastTag":308.6,\
    "longestGap":\(gap),"streams":[{"program":1,"pid":258,"rendition":null,"tags":32,"data":\(data),\
    "info":1,"carriage":"ts-pes","verdict":"\(verdict)"}],"rules":[\(rules)],\
    "findings":[\(findings)],"missing":[],"error":null,\
    "timelines":[{"rendition":null,"program":1,"secondsPerMark":10,"marks":"di..!d"}],\
    "segments":[],"markers":[]\(more)}
    """
  }

  static let gapRule = """
    {"rule":"cadence-gap","state":"fail","found":1,"minimum":null,"maximum":0,"notAssessed":null}
    """

  static func finding(
    _ rule: String = "cadence-gap",
    message: String = "no DATA tag for 40.0 s",
    count: Int = 1
  ) -> String {
    """
    {"rule":"\(rule)","severity":"error","time":118.5,"wallClock":null,"rendition":null,\
    "segment":null,"offset":3384,"program":1,"pid":258,"message":\(JSONValue.string(message).text),\
    "remedy":"Look.","count":\(count),"lastTime":null}
    """
  }

  static func tag(_ input: String, _ index: Int, time: Double, kind: String = "data") -> String {
    """
    {"input":\(JSONValue.string(input).text),"index":\(index),"carriage":"ts-pes","program":1,\
    "pid":258,"rendition":null,"segment":null,"offset":1,"line":null,"sameAs":null,"pts":1,\
    "timescale":null,"time":\(time),"wallClock":null,"tag":{"version":"2.4.0","size":271,\
    "sha256":"00","frames":[]},"nielsen":{"kind":"\(kind)","lastTime":\(1_700_000_000 + Int(time))},\
    "emsg":null,"notes":[]}
    """
  }

  static func ping(_ input: String, _ index: Int, time: Double) -> String {
    """
    {"input":\(JSONValue.string(input).text),"index":\(index),"product":"dtvr","type":"duration",\
    "time":\(time),"createTime":1,"sendTime":1,"endpoint":"/cgi-bin/d","url":"https://c.invalid/",\
    "parameters":[]}
    """
  }

  /// The report on some lines. Unreadable lines are passed to `problems`.
  static func report(_ lines: [String], problems: (String) -> Void = { _ in }) throws -> Report {
    let builder = ReportBuilder()
    try withoutActuallyEscaping(problems) { problems in
      let reader = RecordReader(builder, problem: problems)
      reader.begin("test")
      try reader.append(Array(lines.joined(separator: "\n").utf8)[...])
      try reader.finish()
    }
    return builder.finish()
  }
}
