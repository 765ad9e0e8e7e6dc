import Formats

/// An error in a scenario, a list of calls or a list of actions.
public struct ScenarioError: FileFailure, Sendable, Equatable, CustomStringConvertible {
  /// The line of the error, from 1.
  public var line: Int
  /// The field, such as `steps[2].for`; nil if the problem is not in a field.
  public var field: String?
  /// The problem, often with its remedy.
  public var problem: String

  package init(line: Int, field: String? = nil, _ problem: String) {
    self.line = line
    self.field = field
    self.problem = problem
  }

  /// The line, the field and the problem.
  public var description: String {
    "line \(line): " + (field.map { "'\($0)': " } ?? "") + problem
  }
}

/// The fields of an object in a scenario, a list of calls, or a list of actions.
package typealias ScenarioFields = FileFields<ScenarioError>
