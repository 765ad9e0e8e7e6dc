import TestSupport
import Testing

@testable import TransportStream

private typealias Builder = StreamBuilder

/// Segments with one map each, where ID3 moves to another PID.
@Suite struct MapChangeTests {
  /// The notes about six segments of two seconds, and the offset of the fourth segment, in which the ID3 PID changes.
  private func observed(version: UInt8) -> (notes: [TransportNote], fourth: Int64) {
    let sieve = PIDSieve()
    var builder = Builder()
    var notes: [TransportNote] = []
    var fourth: Int64 = 0
    for segment in 0..<6 {
      let start = Int(builder.offset)
      let hasMoved = segment >= 3
      if segment == 3 { fourth = builder.offset }
      let pid: UInt16 = hasMoved ? 0x1F0 : Builder.id3PID
      builder.tables(
        Builder.map(version: hasMoved ? version : 0, id3: [Builder.id3Stream(pid: pid)])
      )
      for tenth in 0..<20 {
        let pts = 900_000 + Int64(segment * 20 + tenth) * 9000
        builder.audio(pts: pts)
        if tenth == 10 { builder.id3(Builder.tag(segment), pts: pts, pid: pid) }
      }
      let bytes = Array(builder.bytes.dropFirst(start))
      bytes.withUnsafeBytes { sieve.feed($0) }
      if segment == 5 { sieve.finish() }
      notes += sieve.takeItems().notes
      _ = sieve.endSegment()
    }
    return (notes, fourth)
  }

  @Test(
    "a PMT that moves ID3 to another PID is reported once, even with an unchanged version number",
    arguments: [0, 1] as [UInt8]
  )
  func move(version: UInt8) {
    let (notes, fourth) = observed(version: version)
    #expect(notes.map(\.rule) == ["pmt-unstable"])
    // The map follows the packet with the PAT.
    #expect(notes.map(\.position.offset) == [fourth + 188])
  }
}
