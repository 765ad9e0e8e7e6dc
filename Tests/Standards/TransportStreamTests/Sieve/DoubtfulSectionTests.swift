import TestSupport
import Testing

@testable import TransportStream

@Suite struct DoubtfulSectionTests {
  @Test("a section with a wrong CRC is accepted from its third copy on, and is reported once")
  func copies() {
    let right = StreamBuilder.map().section.encoded
    var wrong = right
    wrong[wrong.count - 1] ^= 1
    var other = right
    other[other.count - 1] ^= 2
    var doubts = DoubtfulSection()
    var notes: [TransportNote] = []
    let believed = [wrong, wrong, other, right, other, other, other].map {
      doubts.isBelieved(
        $0,
        of: ("PMT", 0x1000),
        position: 0,
        now: nil,
        interval: nil,
        notes: &notes
      )
    }
    #expect(believed == [false, false, false, true, false, true, true])
    #expect(notes.map(\.rule) == ["psi-crc", "psi-crc"])
    #expect(notes.allSatisfy { $0.pid == 0x1000 && $0.detail.hasPrefix("PMT CRC ") })
  }

  @Test(
    "a lasting wrong CRC is reported again after each reminder interval, if there is one",
    arguments: [(nil, [0]), (20, [0, 20, 40, 60, 80])] as [(Int64?, [Int64])]
  )
  func reminded(interval: Int64?, expected: [Int64]) {
    var wrong = StreamBuilder.map().section.encoded
    wrong[wrong.count - 1] ^= 1
    var doubts = DoubtfulSection()
    var noted: [Int64] = []
    for now in 0..<Int64(100) {
      var notes: [TransportNote] = []
      _ = doubts.isBelieved(
        wrong,
        of: ("PMT", 0x1000),
        position: 0,
        now: now,
        interval: interval,
        notes: &notes
      )
      noted += notes.map { _ in now }
    }
    #expect(noted == expected)
  }

  @Test(
    "a reminder interval starts when the clock starts, and ends early if the clock jumps back"
  )
  func reminder() {
    var reminder = Reminder()
    reminder.say(at: nil)
    let due = [nil, 100, 119, 120, 99].map { reminder.isDue(after: 20, now: $0) }
    #expect(due == [false, false, false, true, true])
    let isEverDue = reminder.isDue(after: nil, now: 500)
    #expect(!isEverDue)
  }
}
