import ArgumentParser
import Playback

/// The value of `--scenario`: a script of what the viewer does.
struct ScenarioArgument {
  /// The file, as it was given.
  var path: String
  var scenario: Scenario

  /// Reads the file at `path`; without one a delivered scenario may have that name.
  static func parse(_ path: String) throws -> ScenarioArgument {
    let bytes: [UInt8]
    do {
      bytes = try SmallFile.bytes(of: path, upTo: Scenario.sizeLimit)
    } catch {
      guard let delivered = DeliveredScenario.named(path) else {
        throw ValidationError(
          "\(path): \(error): name a file with a scenario, or one of 'id3tap scenario --list'."
        )
      }
      bytes = Array(delivered.json.utf8)
    }
    do {
      return ScenarioArgument(path: path, scenario: try Scenario(json: bytes))
    } catch {
      throw ValidationError("\(path): \(error).")
    }
  }
}
