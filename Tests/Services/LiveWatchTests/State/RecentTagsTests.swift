import Testing

@testable import LiveWatch

@Suite struct RecentTagsTests {
  private func areNew(_ indices: some Sequence<Int>, in recent: inout RecentTags) -> [Bool] {
    indices.map { recent.isNew(Tags.data($0)) }
  }

  @Test(
    "a tag of the previous connection is not new, and a repeated tag on the same connection is new"
  )
  func acrossConnections() {
    var recent = RecentTags()
    #expect(areNew([0, 1, 2, 2], in: &recent) == [true, true, true, true])
    recent.reconnect()
    #expect(areNew([0, 1, 2, 3], in: &recent) == [false, false, false, true])
  }

  @Test(
    "a limited number of tags is remembered over many connections of a feed that breaks repeatedly"
  )
  func bound() {
    var recent = RecentTags()
    for index in 0..<10_000 {
      _ = recent.isNew(Tags.data(index))
      recent.reconnect()
    }
    #expect(!areNew(9_980..<10_000, in: &recent).contains(true))
    #expect(areNew([0], in: &recent) == [true])
  }

  @Test("repeated tags of a channel are ignored once per connection")
  func loop() {
    var recent = RecentTags()
    _ = areNew(0..<4, in: &recent)
    for _ in 0..<2 {
      recent.reconnect()
      let (first, second) = (areNew(0..<4, in: &recent), areNew(0..<4, in: &recent))
      #expect(first == [false, false, false, false])
      #expect(second == [true, true, true, true])
    }
  }

  @Test("after enough new tags, tags of the previous connection count as new")
  func longConnection() {
    var recent = RecentTags()
    _ = recent.isNew(Tags.data(0))
    recent.reconnect()
    _ = areNew(1...RecentTags.capacity, in: &recent)
    #expect(areNew([0], in: &recent) == [true])
  }
}
