import ArgumentParser
import Formats
import NielsenAppApi
import Playback

/// The value of `--app-info`, or of `metadata` in the file of `--config`: a JSON object, or a file that holds one.
struct AppInfoArgument {
  /// The keys and values as text.
  var values: [String: String]
  /// The keys whose values are numbers or truth values: the SDK requires texts.
  var converted: [String]
  /// The keys whose values are arrays or objects: the engine takes none.
  var dropped: [String]

  /// The limit of a value; an app would pass a few lines.
  private static let largest = 1 << 20

  static func parse(_ argument: String) throws -> AppInfoArgument {
    try parse(argument, option: "--app-info")
  }

  /// Reads the value of `option`.
  static func parse(_ argument: String, option: String) throws -> AppInfoArgument {
    guard let first = argument.first(where: { !$0.isWhitespace }), "{[".contains(first) else {
      return try object(in: file(argument), from: argument)
    }
    return try object(in: Array(argument.utf8), from: "the JSON of \(option)")
  }

  /// The notices about data that is left out or converted in the value of `option`, one line each.
  func notices(of option: String) -> [String] {
    dropped.map { "\(option): the value of '\($0)' is dropped: give a text or a number" }
      + converted.map {
        "\(option): the value of '\($0)' is not text: it is read as \"\(values[$0] ?? "")\", which an app "
          + "must pass"
      }
  }

  private static func file(_ path: String) throws -> [UInt8] {
    do {
      return try SmallFile.bytes(of: path, upTo: largest)
    } catch {
      throw ValidationError(
        "\(path): \(error): name a file with a JSON object, or give the object."
      )
    }
  }

  private static func object(in bytes: [UInt8], from origin: String) throws -> AppInfoArgument {
    let json: LocatedJSON
    do throws(ScenarioError) {
      json = try LocatedJSON.read(bytes)
    } catch {
      throw ValidationError("\(origin) is not a JSON object: \(error).")
    }
    guard case .object(let members) = json.value else {
      throw ValidationError(
        "\(origin) is not a JSON object of texts and numbers, such as {\"name\": \"text\"}."
      )
    }
    var argument = AppInfoArgument(values: [:], converted: [], dropped: [])
    for member in members.sorted(by: { $0.name < $1.name }) {
      switch ArgumentScalar(member.value) {
      case .text(let text): argument.values[member.name] = text
      case .converted(let text):
        argument.values[member.name] = text
        argument.converted.append(member.name)
      case .structured: argument.dropped.append(member.name)
      case .null: break
      }
    }
    return argument
  }
}
