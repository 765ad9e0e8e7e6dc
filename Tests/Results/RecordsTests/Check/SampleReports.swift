import Conformance
import ID3
import NielsenTag
import Records

@testable import TimedMetadata

/// Reports for the tests of output formats.
enum SampleReports {
  /// A report about two minutes with a gap of 40 s, a tag without the alignment indicator, and an input name that needs
  /// escaping.
  static func failing(_ options: CheckOptions = CheckOptions()) throws -> CheckReport {
    try report("a<b>&\"c\" d.ts", options) { index, tag in
      if (4...6).contains(index) { return false }
      if index == 8 { tag.notes = ["pes-alignment"] }
      return true
    }
  }

  /// A report about two minutes without faults, and with the given programs.
  static func passing(
    _ options: CheckOptions = CheckOptions(),
    programs: [ProgramSummary] = []
  ) throws -> CheckReport {
    try report("clean.ts", options, programs: programs) { _, _ in true }
  }

  /// A report about an input that could not be opened.
  static func unreadable() -> CheckReport {
    var checker = Checker(input: "none.ts", options: CheckOptions())
    return checker.report(
      failure: TimedMetadataError(
        .cannotOpen,
        input: "none.ts",
        reason: "no such file",
        remedy: "check the path"
      )
    )
  }

  private static func report(
    _ input: String,
    _ options: CheckOptions,
    programs: [ProgramSummary] = [],
    change: (Int, inout TimedTag) -> Bool
  ) throws -> CheckReport {
    var checker = Checker(input: input, options: options)
    for (index, element) in SyntheticTags(seed: 7).prefix(13).enumerated() {
      let bytes = try element.content.tag()
      let time = Double(element.releaseTime) - 2
      var tag = TimedTag(
        origin: .transportStream(TransportFacts()),
        program: 1,
        pid: 258,
        offset: Int64(time * 1000),
        pts: Int64(time * 90_000),
        time: time,
        wallClock: 1_700_000_000 + time,
        bytes: bytes,
        tag: try ID3Tag(parsing: bytes),
        nielsen: NielsenPayload(bytes: Array(bytes[20..<269]))
      )
      if change(index, &tag) { checker.receive(.tag(tag)) }
    }
    var summary = InputSummary(
      duration: 125,
      streams: [StreamSummary(program: 1, pid: 258, declared: true, tags: 13)],
      byteCount: 1_000_000
    )
    summary.media = [.transportStream]
    summary.programs = programs
    checker.receive(.end(summary))
    return checker.report()
  }

  /// A tag of a rendition: first an INFO tag, then a DATA tag every ten seconds.
  static func tag(_ index: Int, rendition: String) throws -> TimedTag {
    let all = SyntheticTags(seed: 7).prefix(40)
    let elements =
      all.filter { $0.kind == .info }.prefix(1) + all.filter { $0.kind == .data }.prefix(30)
    let bytes = try elements[index].content.tag()
    var tag = TimedTag(
      origin: .transportStream(TransportFacts()),
      program: 1,
      pid: 258,
      offset: nil,
      pts: nil,
      time: Double(index) * 10,
      bytes: bytes,
      tag: try ID3Tag(parsing: bytes),
      nielsen: NielsenPayload(bytes: Array(bytes[20..<269]))
    )
    tag.rendition = rendition
    return tag
  }

  static func otherTag(rendition: String) -> TimedTag {
    var tag = TimedTag(
      origin: .transportStream(TransportFacts()),
      program: 1,
      pid: 258,
      offset: nil,
      pts: nil,
      time: 5,
      bytes: [],
      tag: ID3Tag(version: .v24, frames: [.priv(owner: "com.example", data: [1])]),
      nielsen: nil
    )
    tag.rendition = rendition
    return tag
  }

  static func text(
    _ reports: [CheckReport],
    _ format: OutputFormat,
    _ style: TableStyle = TableStyle(),
    detail: CheckRow.Detail = .findings
  ) -> String {
    var renderer = RowRenderer<CheckRow>(format: format, style: style)
    var bytes: [UInt8] = []
    for report in reports { renderer.append(CheckRow(report, detail: detail), to: &bytes) }
    renderer.finish(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
