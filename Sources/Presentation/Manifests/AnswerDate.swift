/// The time at a server when it answered, and the time on this machine when the answer was
/// received.
package struct AnswerDate: Sendable, Hashable {
  /// Clocks that differ by fewer seconds agree: `Date` has whole seconds, and answers take time.
  static let tolerance = 2.0

  /// `Date` of the answer, in Unix seconds.
  package var date: Int64
  /// Unix seconds by the clock of this machine.
  package var received: Double

  /// Makes an answer with its time on both clocks.
  package init(date: Int64, received: Double) {
    self.date = date
    self.received = received
  }

  /// Seconds by which the clock of the server is ahead of ours, according to `Date`.
  var lead: Double { Double(date) - received }

  /// Seconds to add to our clock to get that of the server: 0 if the two agree.
  var offset: Double { abs(lead) < Self.tolerance ? 0 : lead }

  /// The clock that is used, for a note.
  var words: String {
    guard offset != 0 else { return "the clock of this machine is taken" }
    let seconds = Int(min(abs(offset), 1e12).rounded())
    return "the Date of the server's answer is taken, \(seconds) s "
      + "\(offset > 0 ? "ahead of" : "behind") the clock of this machine"
  }
}
