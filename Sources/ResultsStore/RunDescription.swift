import Formats
import System

/// What decides about the results of a run, and where it began.
public struct RunDescription: Sendable {
  /// The version of id3tap.
  public var version: String
  /// All options that change results.
  public var settings: JSONValue
  /// The working directory.
  public var directory: String

  /// Makes a description.
  public init(version: String, settings: JSONValue, directory: String) {
    self.version = version
    self.settings = settings
    self.directory = directory
  }

  /// The same for runs with the same results.
  var fingerprint: String { SHA256.hexadecimal(of: "\(version)\n\(settings.text)".utf8) }
}
