import Testing

@testable import Playback

@Suite("the reorder window")
struct ReorderWindowTests {
  static func held(_ time: Double, _ owner: String = "x") -> HeldTag {
    HeldTag(time: time, streamTime: time, wallClock: nil, owners: [owner])
  }

  @Test("a tag waits until another tag arrives that is twenty seconds later")
  func span() {
    var window = ReorderWindow()
    for time in [10.0, 5, 24.9] { window.insert(Self.held(time)) }
    #expect(!window.isDue)
    window.insert(Self.held(25))
    #expect(window.releaseDue().map(\.time) == [5])
    #expect(window.releaseAll().map(\.time) == [10, 24.9, 25])
    #expect(window.releaseAll().isEmpty)
  }

  @Test("tags with the same time keep their order")
  func stable() {
    var window = ReorderWindow()
    for owner in ["a", "b", "c"] { window.insert(Self.held(1, owner)) }
    #expect(window.releaseAll().map(\.owners) == [["a"], ["b"], ["c"]])
  }

  @Test("at most 1024 owner identifiers wait in the reorder window")
  func capacity() {
    var window = ReorderWindow()
    for index in 0..<5000 {
      window.insert(Self.held(1, "\(index)"))
      _ = window.releaseDue()
    }
    #expect(window.tags.count == ReorderWindow.capacity)
    #expect(window.tags.last?.owners == ["4999"])
  }

  @Test("a tag with more owner identifiers than the maximum is released immediately")
  func manyOwners() {
    var window = ReorderWindow()
    window.insert(
      HeldTag(time: 1, streamTime: 1, wallClock: nil, owners: [String](repeating: "x", count: 2000))
    )
    #expect(window.releaseDue().count == 1)
    #expect(window.tags.isEmpty)
  }
}
