import Dispatch
import NielsenAppApi

/// Time-shift lookups that are not answered yet. The clock of a player does not wait for a network: the
/// player must.
final class AwaitedAnswers: Sendable {
  private let group = DispatchGroup()

  /// The same responder, whose open questions are counted here.
  func counting(_ responder: TimeShiftResponder) -> TimeShiftResponder {
    .requesting { [group] lookup, answer in
      group.enter()
      responder.ask(lookup) { code in
        answer(code)
        group.leave()
      }
    }
  }

  /// Returns when all answers are there. A responder answers every lookup, with nil when its time is over.
  func wait() { group.wait() }
}
