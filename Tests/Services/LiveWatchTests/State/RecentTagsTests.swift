import Testing

@testable import LiveWatch

@Suite struct RecentTagsTests {
  private func areNew(_ indices: some Sequence<Int>, in recent: inout RecentTags) -> [Bool] {
    indices.map { recent.isNew(Tags.data($0)) }
  }

  @Test("what came on the connection before is not new, what comes again on the same one is")
  func acrossConnections() {
    var recent = RecentTags()
    #expect(areNew([0, 1, 2, 2], in: &recent) == [true, true, true, true])
    recent.reconnect()
    #expect(areNew([0, 1, 2, 3], in: &recent) == [false, false, false, true])
  }

  @Test("a feed that breaks off again and again is remembered over many connections, not over all")
  func bound() {
    var recent = RecentTags()
    for index in 0..<10_000 {
      _ = recent.isNew(Tags.data(index))
      recent.reconnect()
    }
    #expect(!areNew(9_980..<10_000, in: &recent).contains(true))
    #expect(areNew([0], in: &recent) == [true])
  }

  @Test("a channel that plays the same few tags again is passed over once a connection")
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

  @Test("behind so many new tags nothing of the connection before can come again")
  func longConnection() {
    var recent = RecentTags()
    _ = recent.isNew(Tags.data(0))
    recent.reconnect()
    _ = areNew(1...RecentTags.capacity, in: &recent)
    #expect(areNew([0], in: &recent) == [true])
  }
}
