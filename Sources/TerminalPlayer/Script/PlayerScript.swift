import Formats
import Terminal

/// Keys and waits, for tests: `p wait 20 right*3 wait 5.5 q`.
///
/// ScriptWords are separated by spaces, commas or line ends; from `#` on a line is a comment.
///
/// | word | is |
/// |---|---|
/// | `p`, `space`, `left` … | a key: a character, or `space`, `enter`, `esc`, `up`, `down`, `left`, `right`, `home`, `end`, `pageup`, `pagedown` |
/// | `right*3` | a key, N times |
/// | `wait 5` | N seconds, with up to three decimals |
/// | `wait end` | until the stream is over |
/// | `seek 120` | to a second of the stream |
package struct PlayerScript: Sendable, Equatable {
  /// One thing after the other.
  enum Step: Sendable, Equatable {
    case key(TerminalKey)
    /// Milliseconds.
    case wait(Int64)
    case waitForEnd
    /// A second of the stream.
    case seek(Int64)
  }

  /// A script that cannot be read.
  package struct SyntaxError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The number of the word, from 1.
    package var word: Int
    /// The problem and its remedy.
    package var problem: String

    package var description: String { "word \(word): \(problem)" }
  }

  /// The largest script that is read, in bytes.
  package static let sizeLimit = 1 << 20
  /// The longest wait, in seconds, and the latest second to seek to: a day.
  private static let longestWait = 86_400.0
  /// How often a key can be asked for at once.
  private static let mostRepeats = 1000

  private(set) var steps: [Step] = []

  /// Reads a script.
  /// - Throws: ``SyntaxError``.
  package init(_ text: String) throws(SyntaxError) {
    var words = ScriptWords(text)
    while let word = words.next() {
      switch word {
      case "wait": try readWait(&words)
      case "seek":
        guard let second = words.next().flatMap({ Int64($0) }),
          (0...Int64(Self.longestWait)).contains(second)
        else { throw words.error("'seek' needs a whole second of the stream: seek 120") }
        steps.append(.seek(second))
      default: try readKey(word, words)
      }
    }
  }

  private mutating func readWait(_ words: inout ScriptWords) throws(SyntaxError) {
    let word = words.next()
    if word == "end" { return steps.append(.waitForEnd) }
    guard let seconds = word.flatMap({ Double($0) }), (0...Self.longestWait).contains(seconds)
    else {
      throw words.error("'wait' needs seconds from 0 to 86400, or 'end': wait 5")
    }
    steps.append(.wait(Int64((seconds * 1000).rounded())))
  }

  private mutating func readKey(_ word: Substring, _ words: ScriptWords) throws(SyntaxError) {
    let parts = word.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
    var count = 1
    if parts.count == 2, !parts[0].isEmpty {
      guard let number = Int(parts[1]), (1...Self.mostRepeats).contains(number) else {
        throw words.error(
          "'\(Self.shown(word))': say how often, from 1 to \(Self.mostRepeats): right*3"
        )
      }
      count = number
    }
    guard let key = TerminalKey(name: parts.count == 2 && !parts[0].isEmpty ? parts[0] : word)
    else {
      throw words.error(
        "'\(Self.shown(word))' is not a key: give a character, a name such as 'space' or 'left', "
          + "'wait SECONDS' or 'seek SECOND'"
      )
    }
    steps += Array(repeating: .key(key), count: count)
  }

  private static func shown(_ word: Substring) -> String {
    PrintableText.escaping(String(word.prefix(40)))
  }
}

/// The words of a script, without its comments.
private struct ScriptWords {
  private let all: [Substring]
  private var position = 0

  init(_ text: String) {
    all = text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline).flatMap { line in
      line.prefix { $0 != "#" }.split { $0.isWhitespace || $0 == "," }
    }
  }

  mutating func next() -> Substring? {
    guard position < all.count else { return nil }
    position += 1
    return all[position - 1]
  }

  /// An error about the word that was read last.
  func error(_ problem: String) -> PlayerScript.SyntaxError {
    PlayerScript.SyntaxError(word: position, problem: problem)
  }
}
