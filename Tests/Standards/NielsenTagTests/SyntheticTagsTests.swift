import NielsenTag
import Testing

@Suite struct SyntheticTagsTests {
  /// The tags of a little over fifteen minutes.
  private let tags = Array(SyntheticTags(seed: 7).prefix(93))

  @Test("the same seed gives the same tags, and another seed gives other tags")
  func seeded() throws {
    #expect(Array(SyntheticTags(seed: 7).prefix(93)) == tags)
    let others = Array(SyntheticTags(seed: 8).prefix(93))
    for (tag, other) in zip(tags, others) { #expect(tag.content.blocks != other.content.blocks) }
    #expect(tags[0].content.fdCID != others[0].content.fdCID)
  }

  @Test("the first synthetic payload of seed 7 equals the recorded payload")
  func pinned() throws {
    let payload = try String(decoding: tags[0].content.payload(), as: UTF8.self)
    #expect(payload == Self.firstPayloadOfSeed7)
  }

  @Test(
    "DATA tags are released every ten seconds, and INFO tags every five minutes, in one sequence"
  )
  func cadence() {
    let data = tags.filter { $0.kind == .data }
    #expect(data.map(\.releaseTime) == Array(stride(from: 10, through: 900, by: 10)))
    let info = tags.filter { $0.kind == .info }
    #expect(info.map(\.releaseTime) == [12, 312, 612])
    #expect(tags.map { Int($0.content.sequence) } == Array(1...93))
    #expect(tags.map(\.releaseTime) == tags.map(\.releaseTime).sorted())
  }

  @Test("DATA tags follow each other without a gap, and their offsets advance with them")
  func times() {
    let data = tags.filter { $0.kind == .data }.map(\.content)
    #expect(data[0].firstTagTime == 1_700_000_000)
    #expect(data[0].fdOffset == 69_200)
    for (previous, next) in zip(data, data.dropFirst()) {
      #expect(next.firstTagTime == previous.lastTagTime)
      #expect(next.lastTagTime == next.firstTagTime + 10)
      #expect(next.fdOffset == previous.fdOffset + 10)
      #expect(next.pcOffset == previous.pcOffset + 10)
      #expect(next.fdCID == previous.fdCID)
      #expect(next.pcCID == previous.pcCID)
    }
  }

  @Test("every synthetic tag is well formed and is read back unchanged")
  func wellFormed() throws {
    for tag in tags {
      let payload = try #require(NielsenPayload(bytes: tag.content.payload()))
      #expect(payload.faults == [])
      #expect(payload.kind == tag.kind)
      #expect(payload.checksumValid == true)
      #expect(payload.lastTagTime == 1_700_000_000 + Int64(tag.releaseTime))
      switch tag.kind {
      case .data:
        #expect((5...7).contains(payload.usedBlocks?.count ?? 0))
        #expect(payload.pcCID?.isNull == false)
      case .info:
        #expect(payload.usedBlocks == [0, 1, 2, 3])
        #expect(payload.firstTagTime == payload.lastTagTime)
        #expect(payload.pcCID == .null)
        #expect(payload.fdCID == .null)
        #expect(payload.pcOffset == 0)
        #expect(payload.fdOffset == 0)
      }
    }
  }

  @Test("a new broadcast day at 03:00 has a new CID, and offsets restart at 0")
  func newDay() {
    // The default start is 17 200 s before 03:00.
    let data = SyntheticTags(seed: 7).prefix(1800).filter { $0.kind == .data }.map(\.content)
    #expect(data[1719].fdOffset == 86_390)
    #expect(data[1720].fdOffset == 0)
    #expect(data[1719].fdCID != data[1720].fdCID)
    #expect(data[1719].fdCID == data[0].fdCID)
  }

  @Test("sequence numbers and tag times wrap to 0 after their largest values")
  func wrap() {
    let tags = Array(SyntheticTags(seed: 1, start: .max, firstSequence: .max).prefix(2))
    #expect(tags.map(\.content.sequence) == [65_535, 0])
    #expect(tags[0].content.lastTagTime == 9)
  }

  @Test("the offsets of a clock that starts at 0 count from 03:00 of the previous day")
  func clockFromZero() throws {
    let tag = try #require(SyntheticTags(seed: 1, start: 0).first { $0.kind == .data })
    #expect(tag.content.fdOffset == 75_600)
  }

  private static let firstPayloadOfSeed7 =
    "www.nielsen.com/SdFFb8Pfr2-zq_jfBf5nfA==/Uk_Hf-0nx3f1gFEDJYHDtQ==/"
    + "AQAChzrPts0FgEfflEN1sFJcJJnzkroJH46H136V1Qu8D1QZtQrRfKw04lAp1YN-_1McRQUP1Ragxj7GPCQl"
    + "LaRQSWXYxnu1DYQKuBx5RSC7m2pabvo8cCbU-sf-2R_uRoRHu1vtjwP9fIzm_zuWM7c4nGVT8QBlU_EKOZY=/69200/69200/00"
}
