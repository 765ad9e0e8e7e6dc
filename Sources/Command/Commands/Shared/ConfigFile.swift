import ArgumentParser
import Conformance
import Formats
import NielsenAppApi

/// The value of `--config`: settings of the rules and the engine, and options that are rarely needed.
struct ConfigFile {
  /// The rule settings. Nil if the file or URL has only the engine's configuration.
  var rules: CheckConfiguration?
  /// The engine's configuration, or its URL. Nil if the file contains neither.
  var engine: ConfigurationArgument?
  var options: FileOptions?
  /// The file or URL as shown in messages, without the secrets of a URL.
  let name: String

  private static let enginePart = "engine"
  private static let optionPart = "options"
  /// A member that exists only in the engine's configuration.
  private static let engineMark = "format"
  /// U+FEFF in UTF-8, which some editors write at the start of a file.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Reads the file at `argument`. A URL is the URL of the engine's configuration.
  static func parse(_ argument: String) throws -> ConfigFile {
    if let scheme = InputURL.scheme(of: argument) {
      return ConfigFile(engine: try .url(of: argument, scheme), name: InputURL.shown(argument))
    }
    var bytes: [UInt8]
    do {
      bytes = try SmallFile.bytes(of: argument, upTo: ConfigurationArgument.largest)
    } catch {
      throw ValidationError("\(argument): \(error): name a file with settings.")
    }
    if bytes.starts(with: byteOrderMark) { bytes.removeFirst(byteOrderMark.count) }
    let whole = try? JSONValue(parsing: bytes)
    if whole?[engineMark] != nil {
      return ConfigFile(engine: try .reading(bytes, of: argument), name: argument)
    }
    var file = ConfigFile(name: argument)
    do {
      file.rules = try CheckConfiguration(json: bytes)
    } catch {
      throw ValidationError("\(argument): \(error).")
    }
    file.options = try whole?[optionPart].map { try FileOptions.parse($0, in: argument) }
    switch whole?[enginePart] {
    case nil: break
    case .string(let url):
      guard let scheme = InputURL.scheme(of: url) else {
        throw ValidationError("\(argument): 'engine': give a URL, or an object.")
      }
      file.engine = try .url(of: url, scheme)
    case .some(let object): file.engine = try .reading(Array(object.text.utf8), of: argument)
    }
    return file
  }
}

struct ConfigOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read settings from this JSON file; options override it.",
      discussion: """
        {"strict": true, "require": ["info"], "rules": {"cadence-gap": {"limit": 25}}, "options": \
        {"timeout": 5}, "engine": {"format": 1}}. All members are optional. Documentation/Config.md lists them.
        """,
      valueName: "file|url"
    ),
    completion: .file(),
    transform: ConfigFile.parse
  )
  var config: ConfigFile?

  /// The options in the `--config` file. The defaults if there is no file, or if the file has no options.
  var options: FileOptions {
    get throws { try config?.options ?? FileOptions.parse([]) }
  }
}
