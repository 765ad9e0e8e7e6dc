import Testing

@testable import LiveWatch

@Suite struct EventBufferTests {
  private func event(_ kind: WatchEvent.Kind, _ number: Int) -> WatchEvent {
    WatchEvent(kind, feed: number, input: "feed \(number)", date: 0)
  }

  private func all(_ buffer: EventBuffer) -> [Int] {
    buffer.takeWaiting(.max).map(\.feed)
  }

  @Test("a full buffer drops tags first, then the oldest alarm or loss")
  func dropping() {
    let buffer = EventBuffer(capacity: 3)
    for (number, kind) in [WatchEvent.Kind.alarm, .tag, .streamLost, .alarm].enumerated() {
      buffer.put(event(kind, number))
    }
    #expect(buffer.counts.dropped == 1)
    buffer.put(event(.tag, 4))
    #expect(buffer.counts.dropped == 2)
    buffer.put(event(.alarm, 5))
    #expect(buffer.counts.dropped == 3)
    #expect(all(buffer) == [2, 3, 5])
  }

  @Test("after closing, no events are added, and waiting events can still be taken")
  func closing() async {
    let buffer = EventBuffer(capacity: 3)
    buffer.put(event(.alarm, 0))
    buffer.close()
    buffer.put(event(.alarm, 1))
    #expect(all(buffer) == [0])
    #expect(await buffer.batch(of: 1)?.count == nil)
    #expect(await buffer.next() == nil)
  }

  private func alarm(_ id: Int, _ kind: WatchEvent.Kind = .alarm) -> WatchEvent {
    Events.alarm(id: id, kind: kind)
  }

  @Test(
    "an alarm is dropped together with its end, and the end of a delivered alarm is kept",
    arguments: [
      ([("alarm", 1), ("recovered", 1), ("alarm", 2)], ["alarm 2", "alarm 9"]),
      ([("recovered", 1), ("alarm", 2), ("alarm", 3)], ["recovered 1", "alarm 3", "alarm 9"]),
      ([("alarm", 1), ("alarm", 2), ("recovered", 2)], ["alarm 2", "recovered 2", "alarm 9"]),
      (
        [("recovered", 1), ("recovered", 2), ("recovered", 3)],
        ["recovered 2", "recovered 3", "alarm 9"]
      ),
    ] as [([(String, Int)], [String])]
  )
  func pairs(events: [(String, Int)], expected: [String]) throws {
    let buffer = EventBuffer(capacity: 3)
    for (kind, id) in events {
      buffer.put(alarm(id, try #require(WatchEvent.Kind(rawValue: kind))))
    }
    buffer.put(alarm(9))
    let dropped = buffer.counts.dropped
    let left = buffer.takeWaiting(.max).map { "\($0.kind.rawValue) \($0.alarm?.id ?? 0)" }
    #expect(left == expected)
    #expect(dropped + left.count == 4)
  }

  @Test("the end of a dropped alarm is dropped too")
  func orphans() {
    let buffer = EventBuffer(capacity: 2)
    for id in 1...3 { buffer.put(alarm(id)) }
    buffer.put(alarm(1, .recovered))
    #expect(buffer.takeWaiting(.max).map(\.alarm?.id) == [2, 3])
    // A new alarm, which has a different number, keeps its end.
    buffer.put(alarm(3, .recovered))
    #expect(buffer.takeWaiting(.max).count == 1)
  }

  @Test("events of one feed are delivered one after another, and events of other feeds do not wait")
  func order() async {
    let buffer = EventBuffer(capacity: 9)
    for (input, id) in [("a", 1), ("a", 2), ("b", 3)] {
      var event = alarm(id)
      event.input = input
      buffer.put(event)
    }
    buffer.close()
    guard let first = await buffer.next(), let other = await buffer.next() else {
      Issue.record("there is no event")
      return
    }
    #expect(first.alarm?.id == 1 && other.alarm?.id == 3)
    #expect(buffer.counts.waiting == 3)
    async let second = buffer.next()
    buffer.finish(other, isDelivered: true)
    buffer.finish(first, isDelivered: true)
    let last = await second
    #expect(last?.alarm?.id == 2)
  }

  @Test("a task that is woken continues once without events")
  func waking() async {
    let buffer = EventBuffer(capacity: 3)
    buffer.wake()
    #expect(await buffer.batch(of: 1)?.isEmpty == true)
    buffer.put(event(.alarm, 3))
    #expect(await buffer.batch(of: 1)?.map(\.feed) == [3])
  }

  @Test(
    "the number of dropped events is reported",
    arguments: [
      (0, nil), (1, "1 event was dropped, because "), (2, "2 events were dropped, because "),
    ] as [(Int, String?)]
  )
  func words(count: Int, expected: String?) {
    let buffer = EventBuffer(capacity: 9)
    for number in 0..<count { buffer.put(event(.alarm, number)) }
    buffer.close(dropping: true)
    #expect(buffer.lossWords?.prefix(expected?.count ?? 0) == expected.map { $0[...] })
  }

  @Test("a waiting task gets the next event, and a cancelled task gets nil")
  func waiting() async {
    let buffer = EventBuffer(capacity: 1)
    let first = Task { await buffer.next() }
    buffer.put(event(.alarm, 7))
    #expect(await first.value?.feed == 7)
    let second = Task { await buffer.next() }
    second.cancel()
    #expect(await second.value == nil)
  }
}
