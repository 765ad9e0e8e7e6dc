import Conformance
import Testing

@testable import LiveWatch

@Suite struct AlarmBoardTests {
  private let key = AlarmKey(name: .missingTags, track: TrackKey(rendition: "a"))

  private func condition(_ count: Int = 0) -> AlarmBoard.Condition {
    AlarmBoard.Condition(severity: .error, message: "none", count: count)
  }

  @Test("an alarm keeps its number, and counts what is found while it is raised")
  func counting() throws {
    var board = AlarmBoard()
    let raised = board.update(key, condition(2), now: 0, date: 1000, hold: 5)
    guard case .raised(let alarm) = raised else {
      Issue.record("not raised")
      return
    }
    #expect(alarm.id == 1)
    #expect(alarm.since == 1000)
    #expect(board.update(key, condition(3), now: 1, date: 1001, hold: 5) == nil)
    #expect(board.active.map(\.count) == [5])
    guard
      case .cleared(let ended, let seconds) = board.update(
        key,
        nil,
        now: 7,
        date: 1007,
        hold: 5
      )
    else {
      Issue.record("not cleared")
      return
    }
    #expect(ended.id == 1 && ended.count == 5 && seconds == 7)
    #expect(board.active.isEmpty)
    #expect(board.raised == [.missingTags: 1])
  }

  @Test("alarms of two tracks are two")
  func tracks() {
    var board = AlarmBoard()
    let other = AlarmKey(name: .missingTags, track: TrackKey(rendition: "b"))
    #expect(board.update(key, condition(), now: 0, date: 0, hold: 0) != nil)
    #expect(board.update(other, condition(), now: 0, date: 0, hold: 0) != nil)
    #expect(board.active.map(\.track.rendition) == ["a", "b"])
    #expect(board.raised == [.missingTags: 2])
  }

  @Test("what was never raised takes no room, and with too many keys no more are distinguished")
  func bounds() {
    var board = AlarmBoard()
    for number in 0..<AlarmBoard.capacity * 2 {
      let key = AlarmKey(name: .missingTags, track: TrackKey(program: number))
      #expect(board.update(key, nil, now: 0, date: 0, hold: 0) == nil)
    }
    for number in 0..<AlarmBoard.capacity * 2 {
      let key = AlarmKey(name: .missingTags, track: TrackKey(program: number))
      _ = board.update(key, condition(), now: 0, date: 0, hold: 0)
    }
    #expect(board.active.count == AlarmBoard.capacity)
  }
}
