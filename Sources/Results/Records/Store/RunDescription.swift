import Formats
import System

/// The settings that decide about the results of a run, and its start.
package struct RunDescription: Sendable {
  /// The version of id3tap.
  package var version: String
  /// All options that change results.
  package var settings: JSONValue
  package var directory: String

  package init(version: String, settings: JSONValue, directory: String) {
    self.version = version
    self.settings = settings
    self.directory = directory
  }

  /// The same for runs with the same results.
  var fingerprint: String { SHA256.hexadecimal(of: "\(version)\n\(settings.text)".utf8) }
}
