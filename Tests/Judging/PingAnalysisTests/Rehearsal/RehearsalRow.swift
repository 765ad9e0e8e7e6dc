import PingAnalysis
import Testing

/// A capture, and the expected outcome of an item.
struct RehearsalRow: Sendable, CustomTestStringConvertible {
  /// The expected status of the item, and of the other items.
  enum Outcome: Sendable, Equatable {
    /// The item passes, and no other item fails.
    case passes
    /// The item fails. Of the other items, only those in `also` may fail.
    case fails(also: Set<String>)
    case isNotAssessed
  }

  let item: String
  /// A description of the capture, or of its change.
  let change: String
  let outcome: Outcome
  let capture: @Sendable () throws -> RehearsalCase

  var testDescription: String { "\(item): \(change)" }

  /// A capture without faults.
  static func clean(
    _ item: String,
    _ change: String = "clean",
    _ capture: @escaping @Sendable () throws -> RehearsalCase
  ) -> Self {
    Self(item: item, change: change, outcome: .passes, capture: capture)
  }

  /// A capture with a fault of the app.
  static func broken(
    _ item: String,
    _ change: String,
    also: Set<String> = [],
    _ capture: @escaping @Sendable () throws -> RehearsalCase
  ) -> Self {
    Self(item: item, change: change, outcome: .fails(also: also), capture: capture)
  }

  /// A capture that does not show what the item judges.
  static func cut(
    _ item: String,
    _ change: String,
    _ capture: @escaping @Sendable () throws -> RehearsalCase
  ) -> Self {
    Self(item: item, change: change, outcome: .isNotAssessed, capture: capture)
  }

  /// A capture without faults, from a list of URLs.
  static func clean(
    _ item: String,
    _ change: String = "clean",
    urls: @autoclosure @escaping @Sendable () throws -> [String]
  ) -> Self {
    clean(item, change) { RehearsalCase(urls: try urls()) }
  }

  static func broken(
    _ item: String,
    _ change: String,
    also: Set<String> = [],
    urls: @autoclosure @escaping @Sendable () throws -> [String]
  ) -> Self {
    broken(item, change, also: also) { RehearsalCase(urls: try urls()) }
  }

  static func cut(
    _ item: String,
    _ change: String,
    urls: @autoclosure @escaping @Sendable () throws -> [String]
  ) -> Self {
    cut(item, change) { RehearsalCase(urls: try urls()) }
  }

  /// The rows of all groups. Each group has a file in `Rows`.
  static let all: [RehearsalRow] =
    setUp + contentViews + contentTexts
    + ads + pages
    + tags + interruptions
    + optOut + casting + audio
    + goingLive + transport
}

extension RehearsalItem {
  /// The ids of the items that fail on a capture. `capture-sufficient` is ignored unless it is the item under test,
  /// because most test captures are short.
  static func failures(of capture: RehearsalCase, for item: String) -> Set<String> {
    Set(
      all.filter { $0.judge(capture).status == .failed }.map(\.id)
    ).subtracting(item == "capture-sufficient" ? [] : ["capture-sufficient"])
  }
}
