import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("expect-cid")
struct ExpectCidTests {
  private static func run(
    _ fields: String,
    content: (Int, inout TagContent) -> Void = { _, _ in }
  ) throws -> RuleRun {
    try RuleRun(
      ExpectCid.id,
      MadeTag.dataTags(3, content: content),
      template: MadeTemplate.with(fields)
    )
  }

  @Test("the CIDs of the template pass, and so do null CIDs")
  func passes() throws {
    let (pc, fd) = try MadeTemplate.cids()
    let fields =
      #""pc": {"cids": ["\#(pc)"]}, "fd": {"cids": ["\#(MadeTemplate.other)", "\#(fd)"]}"#
    let run = try Self.run(fields) { index, content in
      if index == 1 { content.pcCID = .null }
    }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("an unexpected CID fails, with the found and the expected CID in the message")
  func other() throws {
    let (_, fd) = try MadeTemplate.cids()
    let run = try Self.run(#""fd": {"cids": ["\#(MadeTemplate.other)"]}"#)
    #expect(run.result.state == .fail)
    #expect(run.result.found == 3)
    #expect(run.messages == ["FD CID \(fd), expected \(MadeTemplate.other)"])
    #expect(run.findings.first?.place.time == 8)
  }

  @Test(
    "only tags of days that the template covers are judged",
    arguments: [
      // The tags are from 2023-11-14T22:13:30Z and later.
      (#""from": "2023-11-14T00:00:00Z", "to": "2023-11-15T00:00:00Z""#, RuleResult.State.fail),
      (#""from": "2023-11-15T00:00:00Z""#, .notAssessed),
      (#""to": "2023-11-14T22:13:00Z""#, .notAssessed),
      (#""from": "2023-11-14T22:00:00Z""#, .fail),
      // Within two minutes of a change of day, the CIDs of both days pass.
      (#""from": "2023-11-14T22:13:40Z""#, .notAssessed),
      (#""to": "2023-11-14T22:14:00Z""#, .notAssessed),
    ]
  )
  func days(_ dates: String, _ state: RuleResult.State) throws {
    let run = try Self.run(#""fd": {"cids": [{"cid": "\#(MadeTemplate.other)", \#(dates)}]}"#)
    #expect(run.result.state == state)
    if state == .notAssessed { #expect(run.result.notAssessed == .notInTemplate) }
  }

  @Test(
    "near a change of day, the CIDs of both days pass; farther away, the wrong CID fails",
    arguments: [
      ("22:12:40", RuleResult.State.pass), ("22:14:40", .pass), ("22:10:00", .fail),
      ("22:20:00", .pass),
    ]
  )
  func changeOfDay(_ time: String, _ state: RuleResult.State) throws {
    let (_, fd) = try MadeTemplate.cids()
    let cids = """
      {"cid": "\(fd)", "to": "2023-11-14T\(time)Z"}, \
      {"cid": "\(MadeTemplate.other)", "from": "2023-11-14T\(time)Z"}
      """
    let run = try Self.run(#""fd": {"cids": [\#(cids)]}"#)
    #expect(run.result.state == state)
  }

  @Test(
    "a tag of a new day is not compared with a CID that expires within the hour",
    arguments: [(600, RuleResult.State.notAssessed), (80_000, .fail)]
  )
  func clockChange(_ offset: Int, _ state: RuleResult.State) throws {
    let dates = #""from": "2023-11-13T23:00:00Z", "to": "2023-11-14T23:00:00Z""#
    let run = try Self.run(
      #""fd": {"cids": [{"cid": "\#(MadeTemplate.other)", \#(dates)}]}"#
    ) { index, content in
      content.fdOffset = offset + index * 10
    }
    #expect(run.result.state == state)
  }

  @Test("an input is not assessed without a template, or if the template has no CIDs")
  func nothing() throws {
    let tags = try MadeTag.dataTags(3)
    #expect(try RuleRun(ExpectCid.id, tags).result.notAssessed == .noTemplate)
    #expect(try Self.run(#""note": "x""#).result.notAssessed == .notInTemplate)
  }
}
