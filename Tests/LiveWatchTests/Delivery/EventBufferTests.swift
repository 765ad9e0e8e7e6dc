import Testing

@testable import LiveWatch

@Suite struct EventBufferTests {
  private func event(_ kind: WatchEvent.Kind, _ number: Int) -> WatchEvent {
    WatchEvent(kind, feed: number, input: "a", date: 0)
  }

  private func all(_ buffer: EventBuffer) -> [Int] {
    buffer.takeWaiting(.max).map(\.feed)
  }

  @Test("without room tags are dropped first, then the oldest of the others")
  func dropping() {
    let buffer = EventBuffer(capacity: 3)
    for (number, kind) in [WatchEvent.Kind.alarm, .tag, .recovered, .alarm].enumerated() {
      buffer.put(event(kind, number))
    }
    #expect(buffer.dropped == 1)
    buffer.put(event(.tag, 4))
    #expect(buffer.dropped == 2)
    buffer.put(event(.alarm, 5))
    #expect(buffer.dropped == 3)
    #expect(all(buffer) == [2, 3, 5])
  }

  @Test("behind the end nothing is taken, what waits can still be had")
  func closing() async {
    let buffer = EventBuffer(capacity: 3)
    buffer.put(event(.alarm, 0))
    buffer.close()
    buffer.put(event(.alarm, 1))
    #expect(all(buffer) == [0])
    #expect(await buffer.batch(of: 1)?.count == nil)
    #expect(await buffer.next() == nil)
  }

  @Test("a task that is woken goes on without events, once")
  func waking() async {
    let buffer = EventBuffer(capacity: 3)
    buffer.wake()
    #expect(await buffer.batch(of: 1)?.isEmpty == true)
    buffer.put(event(.alarm, 3))
    #expect(await buffer.batch(of: 1)?.map(\.feed) == [3])
  }

  @Test(
    "what was dropped is reported with its number",
    arguments: [
      (0, nil), (1, "1 event was dropped, since "), (2, "2 events were dropped, since "),
    ] as [(Int, String?)]
  )
  func words(count: Int, expected: String?) {
    let buffer = EventBuffer(capacity: 9)
    for number in 0..<count { buffer.put(event(.alarm, number)) }
    buffer.close(dropping: true)
    #expect(buffer.lossWords?.prefix(expected?.count ?? 0) == expected.map { $0[...] })
  }

  @Test("who waits gets the next event; a task that is cancelled gets none")
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
