import NielsenTag
import Testing

@testable import LiveWatch

@Suite struct CIDCountsTests {
  private func cid(_ number: Int) throws -> ContentID {
    try #require(
      ContentID(bytes: (0..<16).map { UInt8(truncatingIfNeeded: number >> ($0 % 4 * 8)) })
    )
  }

  @Test("tags are counted by CID, the one seen last stands last")
  func counting() throws {
    var counts = CIDCounts()
    for number in [1, 2, 1, 1] { counts.count(try cid(number)) }
    #expect(counts.latest.map(\.tags) == [1, 3])
    #expect(try counts.latest.last?.cid == cid(1))
  }

  @Test("a thousand CIDs take no more room than the latest few")
  func bounds() throws {
    var counts = CIDCounts()
    for number in 0..<1000 { counts.count(try cid(number)) }
    #expect(counts.latest.count == CIDCounts.capacity)
    #expect(try counts.latest.last?.cid == cid(999))
  }
}
