import TestSupport
import Testing
import TransportStream

@testable import Conformance
@testable import TimedMetadata

extension RuleRun {
  /// Runs a rule on a transport stream written packet by packet, as the reader reads it.
  init(
    _ rule: RuleID,
    settings: RuleSettings = RuleSettings(),
    stream build: (inout StreamBuilder) throws -> Void
  ) throws {
    var builder = StreamBuilder()
    try build(&builder)
    let reader = try TimedMetadataReader(MemorySource(builder.bytes))
    var events: [TimedMetadataEvent] = []
    var end: InputSummary?
    while let event = try reader.next() {
      if case .end(let summary) = event { end = summary } else { events.append(event) }
    }
    let summary = try #require(end)
    try self.init(rule, events, summary: summary, settings: settings)
  }
}

extension RuleSettings {
  /// Settings with these values, and with severity warning.
  static func warning(_ values: [String: Double] = [:]) -> RuleSettings {
    var settings = RuleSettings(values)
    settings.severity = .warning
    return settings
  }
}

extension StreamBuilder {
  /// The tables and the first audio frame: presentation time 0 is at PTS 900 000.
  mutating func begin(_ map: ProgramMap = map()) {
    tables(map)
    audio(pts: 900_000)
  }

  /// A stream without faults: the tables, and three seconds of audio with a tag in each second.
  mutating func clean(_ map: ProgramMap = map()) {
    tables(map)
    tags(3)
  }

  /// A tag in its own metadata access unit cell (ISO/IEC 13818-1, 2.12.4).
  static func cell(_ tag: [UInt8]) -> [UInt8] {
    [0, 0, 0b1101_1111, UInt8(tag.count >> 8), UInt8(tag.count & 0xff)] + tag
  }
}

extension MadeTag {
  /// A changed DATA tag in a correct PES packet.
  static func inPES(
    time: Double = 8,
    _ change: (inout TransportFacts) -> Void
  ) throws -> TimedMetadataEvent {
    var facts = TransportFacts()
    facts.streamID = PESHeader.privateStream1
    facts.declaredLength = 279
    facts.arrivedLength = 279
    facts.isAligned = true
    facts.timestampFlags = 2
    change(&facts)
    return try data(time: time).with { $0.origin = .transportStream(facts) }
  }
}
