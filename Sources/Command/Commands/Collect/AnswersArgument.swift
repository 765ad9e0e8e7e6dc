import ArgumentParser
import Collector

/// The value of `--answers`: rules for what pings are answered with.
struct AnswersArgument {
  var rules: AnswerRules

  /// Reads the file at `path`.
  static func parse(_ path: String) throws -> AnswersArgument {
    let bytes: [UInt8]
    do {
      bytes = try SmallFile.bytes(of: path, upTo: AnswerRules.sizeLimit)
    } catch {
      throw ValidationError("\(path): \(error): name a file with answers.")
    }
    do {
      return AnswersArgument(rules: try AnswerRules(json: bytes))
    } catch {
      throw ValidationError("\(path): \(error).")
    }
  }
}
