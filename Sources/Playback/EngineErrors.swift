import NielsenAppApi

/// How often the engine raised an error while a stream was played.
public struct EngineErrorCount: Sendable, Equatable {
  /// The number: 1 to 15 of `LogCode` or 1001 to 1009 of `AppApiErrorCode`.
  public var code: Int
  /// The name of that number, such as `FailedProcessID3`; empty for a number not in the reference.
  public var name: String
  /// How often it was raised, at least 1.
  public var count: Int
  /// The first event, and the remedy.
  public var text: String

  /// The name of a number; empty for a number not in the reference.
  package static func name(of code: Int) -> String {
    LogCode(rawValue: code)?.name ?? AppApiErrorCode(rawValue: code)?.name ?? ""
  }
}

/// Counts the errors that engines raise.
struct EngineErrors: Sendable {
  private var counts: [Int: (count: Int, text: String)] = [:]

  /// The errors so far in the order of their numbers.
  var all: [EngineErrorCount] {
    counts.sorted { $0.key < $1.key }.map { code, known in
      let name = EngineErrorCount.name(of: code)
      return EngineErrorCount(code: code, name: name, count: known.count, text: known.text)
    }
  }

  mutating func count(_ error: EngineNotice) {
    counts[error.number, default: (0, error.description)].count += 1
  }
}
