import NielsenAppApi

/// How often sending failed, by the number that an app's delegate would receive.
struct SendingFailures {
  private var counts: [Int: (name: String, count: Int, text: String)] = [:]

  /// Counts `problem` if it is one of sending: 8, 9, 10 or 1001.
  mutating func count(_ problem: DeliveryProblem) {
    switch problem.code {
    case .log(let code)
    where [.failedCreateRequest, .failedSendHttpRequest, .failedSendPing].contains(code):
      add(code.rawValue, code.name, problem.description)
    case .api(.networkConnectionFailure):
      let code = AppApiErrorCode.networkConnectionFailure
      add(code.rawValue, code.name, problem.description)
    default: break
    }
  }

  private mutating func add(_ code: Int, _ name: String, _ text: String) {
    counts[code, default: (name, 0, text)].count += 1
  }

  /// The errors that an app would have received, and the text of the first of each kind; nil without a
  /// failure.
  var text: String? {
    guard !counts.isEmpty else { return nil }
    let errors = counts.sorted { $0.key < $1.key }.map { code, known in
      "error \(code) \(known.name) \(known.count) time\(known.count == 1 ? "" : "s") (\(known.text))"
    }
    return "sending raised \(errors.joined(separator: ", "))"
  }
}
