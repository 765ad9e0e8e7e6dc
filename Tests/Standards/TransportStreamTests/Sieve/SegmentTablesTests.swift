import TestSupport
import Testing

@testable import TransportStream

private typealias Builder = StreamBuilder

@Suite struct SegmentTablesTests {
  /// The tables of each segment of one stream.
  private func tables(in parts: [(inout Builder) -> Void]) -> [SegmentTables] {
    let sieve = PIDSieve()
    var builder = Builder()
    var used = 0
    return parts.map { part in
      part(&builder)
      let bytes = Array(builder.bytes.dropFirst(used))
      used += bytes.count
      bytes.withUnsafeBytes { sieve.feed($0) }
      _ = sieve.takeItems()
      return sieve.endSegment().tables
    }
  }

  private func media(_ builder: inout Builder, at pts: Int64) {
    for index in 0..<10 { builder.audio(pts: pts + Int64(index) * 1920) }
  }

  @Test("a segment that starts with PAT and PMT has both tables")
  func whole() {
    let seen = tables(in: [
      {
        $0.tables()
        media(&$0, at: 900_000)
      },
      {
        $0.tables()
        media(&$0, at: 990_000)
      },
    ])
    for seen in seen {
      #expect(seen.hasPAT && seen.hasPMT && seen.startsWithTables && seen.declaresID3)
      #expect(seen.programs == 1)
    }
  }

  @Test("no tables are found in a segment without tables, even after a segment with tables")
  func none() {
    let seen = tables(in: [{ $0.tables() }, { media(&$0, at: 900_000) }])
    #expect(seen.last == SegmentTables())
  }

  @Test("tables after the first audio packets of a segment are found")
  func late() {
    let seen = tables(in: [
      {
        media(&$0, at: 900_000)
        $0.tables()
      }
    ])
    #expect(seen[0].hasPAT && seen[0].hasPMT && !seen[0].startsWithTables)
  }

  @Test("continuity counters that restart in a segment do not hide its tables")
  func sameCounters() {
    let seen = tables(in: [
      { media(&$0, at: 900_000) },
      {
        $0.tables()
        media(&$0, at: 990_000)
      },
      {
        $0.writer = PacketWriter()
        $0.tables()
      },
    ])
    #expect(seen[2].hasPAT && seen[2].hasPMT)
  }

  @Test("a segment with a PAT alone has no PMT, even after a segment with a PMT")
  func associationAlone() {
    let seen = tables(in: [
      { $0.tables() },
      {
        $0.association()
        media(&$0, at: 900_000)
      },
    ])
    #expect(seen[1].hasPAT && !seen[1].hasPMT && !seen[1].startsWithTables)
    #expect(!seen[1].declaresID3)
  }

  @Test("a segment does not count as having a PMT if one of two programs in its PAT has none")
  func programs() {
    let seen = tables(in: [
      {
        $0.association([(1, Builder.mapPID), (2, Builder.mapPID + 1)])
        $0.map(Builder.map())
        media(&$0, at: 900_000)
      }
    ])
    #expect(seen[0].programs == 2)
    #expect(!seen[0].hasPMT)
    #expect(seen[0].startsWithTables)
  }
}
