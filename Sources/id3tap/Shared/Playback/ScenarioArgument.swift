import ArgumentParser
import Playback

/// The value of `--scenario`: a script of what the viewer does.
struct ScenarioArgument {
  /// The file, as it was given.
  var path: String
  var scenario: Scenario

  /// Reads the file at `path`.
  static func parse(_ path: String) throws -> ScenarioArgument {
    let bytes: [UInt8]
    do {
      bytes = try SmallFile.bytes(of: path, upTo: Scenario.sizeLimit)
    } catch {
      throw ValidationError("\(path): \(error): name a file with a scenario.")
    }
    do {
      return ScenarioArgument(path: path, scenario: try Scenario(json: bytes))
    } catch {
      throw ValidationError("\(path): \(error).")
    }
  }
}
