import Testing

@testable import NielsenAppApi

@Suite("the states of an engine")
struct EngineLifecycleTests {
  @Test("only the first answer to the latest configuration request is accepted")
  func answers() {
    var lifecycle = EngineLifecycle()
    let numbers = [lifecycle.request(), lifecycle.request()]
    let taken = [numbers[0], numbers[1], numbers[1]].map { lifecycle.takeAnswer(to: $0) }
    #expect(taken == [false, true, false])
    let late = lifecycle.request()
    lifecycle.enable()
    let isTaken = lifecycle.takeAnswer(to: late)
    #expect(!isTaken)
  }

  @Test("a viewing session is opened, paused, resumed and closed")
  func viewing() {
    var lifecycle = EngineLifecycle()
    #expect(!lifecycle.isInForce && !lifecycle.hasConfiguration)
    lifecycle.enable()
    #expect(lifecycle.state == .idle && lifecycle.isInForce && lifecycle.hasConfiguration)
    #expect(!lifecycle.isViewing)
    lifecycle.state = .processing
    let early = lifecycle.resume()
    lifecycle.state = .paused
    #expect(lifecycle.isViewing)
    let late = lifecycle.resume()
    #expect([early, late] == [false, true])
    lifecycle.idle()
    #expect(lifecycle.state == .idle)
  }

  @Test("a disabled engine stays disabled when its session is closed, and drops queued calls")
  func disabled() {
    var lifecycle = EngineLifecycle()
    lifecycle.queue.append(.stop, time: 1)
    lifecycle.disable()
    lifecycle.idle()
    #expect(lifecycle.isDisabled && !lifecycle.isInForce && !lifecycle.isClosed)
    #expect(lifecycle.queue.takeAll().isEmpty)
    lifecycle.close()
    #expect(lifecycle.isClosed)
  }

  @Test(
    "the queue returns its calls once and in order, and keeps the earlier opt-out choice until then"
  )
  func queue() {
    var lifecycle = EngineLifecycle()
    lifecycle.queue.append(.playheadPosition(7), time: 1)
    for (time, isOut) in [(2, true), (3, false)] as [(Int64, Bool)] {
      let before = OptOutChoice(own: !isOut, relayed: nil)
      lifecycle.queue.append(choice: isOut, after: before, time: time)
    }
    #expect(lifecycle.queue.choiceBefore == OptOutChoice(own: false, relayed: nil))
    #expect(lifecycle.queue.takeAll().map(\.time) == [1, 2, 3])
    #expect(lifecycle.queue.takeAll().isEmpty)
    #expect(lifecycle.queue.choiceBefore == nil)
  }
}
