import TestSupport
import Testing
import TransportStream

@testable import Conformance
@testable import TimedMetadata

@Suite("ts-pid-flood")
struct TsPidFloodTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(TsPidFlood.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  /// A stream with ID3 tags on a number of PIDs.
  private func run(pids: UInt16, settings: RuleSettings = RuleSettings()) throws -> RuleRun {
    try RuleRun(TsPidFlood.id, settings: settings) {
      $0.begin(StreamBuilder.map(id3: []))
      for index in 0..<pids {
        $0.id3(StreamBuilder.tag(Int(index)), pts: 900_000, pid: 0x300 + index)
      }
    }
  }

  @Test("PIDs that are not read warn, and each of these PIDs is counted")
  func finds() throws {
    let run = try run(pids: 76)
    #expect(run.result.state == .warn)
    #expect(run.result.found == 12)
    #expect(run.messages == ["too many ID3 PIDs: 12 ignored"])
    #expect(run.findings.first?.place == Place(time: 0, offset: 564 + 64 * 376))
  }

  @Test("64 PIDs are read, and the 65th is not", arguments: [(64, 0), (65, 1)])
  func pids(_ count: UInt16, _ found: Int) throws {
    #expect(try run(pids: count).result.found == found)
  }

  @Test("256 programs are read, and the 257th is not", arguments: [(256, 0), (257, 1)])
  func programs(_ count: UInt16, _ found: Int) throws {
    let run = try RuleRun(TsPidFlood.id) {
      // A section holds 253 programs at most.
      for (number, programs) in [1...200, 201...count].enumerated() {
        let entries = programs.map {
          ProgramAssociation.Entry(programNumber: $0, pid: StreamBuilder.mapPID)
        }
        var section = ProgramAssociation(programs: entries).section
        (section.number, section.lastNumber) = (UInt8(number), 1)
        $0.section(section.encoded, pid: 0)
      }
      $0.map(StreamBuilder.map())
      $0.tags(3)
    }
    #expect(run.result.found == found)
    #expect(run.messages == (found == 0 ? [] : ["more than 256 programs: 1 ignored"]))
  }

  @Test(
    "the rule passes up to its maximum number of findings, and warns above it",
    arguments: [(66, true), (67, false)]
  )
  func maximum(_ pids: UInt16, _ passes: Bool) throws {
    let run = try run(pids: pids, settings: RuleSettings(["maximum": 2]))
    #expect(run.result.state == (passes ? .pass : .warn))
  }

  @Test(
    "only transport streams are assessed",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(TsPidFlood.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}
