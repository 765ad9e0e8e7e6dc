import Formats
import LiveWatch

/// A list of feeds in the format of Prometheus's HTTP service discovery:
/// `[{"targets": ["URL", …], "labels": {"name": "News 24", "region": "us"}}, …]`.
///
/// Labels that start with two underscores are reserved by Prometheus and ignored.
struct FeedTargets {
  /// The reason why a response is not a list of feeds, and the remedy.
  struct Refusal: Error { var description: String }

  static let longest = 32 << 20

  /// The URLs and labels of the feeds, in their order.
  private(set) var targets: [(url: String, labels: FeedLabels)] = []
  /// The errors in labels. The feeds are watched without these labels.
  private(set) var problems: [String] = []

  /// - Throws: An error if the list as a whole cannot be used.
  init(_ bytes: [UInt8]) throws(Refusal) {
    guard let list = try? JSONValue(parsing: bytes), case .array(let groups) = list else {
      throw Refusal(
        description: "is not a list of targets: serve JSON such as [{\"targets\": [\"URL\"]}]"
      )
    }
    for (index, group) in groups.enumerated() {
      guard case .array(let values) = group["targets"] else {
        throw Refusal(
          description: "entry \(index) has no array 'targets': add the URLs of its feeds"
        )
      }
      let labels = labels(of: group, index: index)
      for value in values {
        guard let url = value.stringValue else {
          throw Refusal(description: "entry \(index): a target is not a string: write a URL")
        }
        targets.append((url, labels))
      }
    }
  }

  private mutating func labels(of group: JSONValue, index: Int) -> FeedLabels {
    var labels = FeedLabels()
    guard case .object(let members) = group["labels"] else { return labels }
    for member in members where !member.key.hasPrefix("__") {
      guard let value = member.value.stringValue else {
        problems.append("entry \(index): the value of a label is not a string: quote it")
        continue
      }
      do {
        try labels.set(member.key, value)
      } catch {
        problems.append("entry \(index): \(error)")
      }
    }
    return labels
  }
}

/// Replaces `${NAME}` in the URLs of a list file by the value of an environment variable, so that the list contains no
/// secrets.
enum ListVariables {
  /// The reason why a URL cannot be used, and the remedy. The description does not contain the values of variables.
  struct Refusal: Error { var description: String }

  /// The URL with the values of its variables.
  /// - Throws: An error if a variable is not valid or not set, or if its value would be visible in the feed's name.
  static func expand(_ url: String, _ environment: [String: String]) throws(Refusal) -> String {
    let parts = url.split(separator: "${", omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count > 1 else { return url }
    var (text, sample) = (String(first), String(first))
    var names: [String] = []
    for part in parts.dropFirst() {
      guard let end = part.firstIndex(of: "}"), end > part.startIndex else {
        throw Refusal(
          description: "'${' does not begin a variable: write '${NAME}', or %24%7B for '${'"
        )
      }
      let name = String(part[..<end])
      guard let value = environment[name] else {
        throw Refusal(description: "${\(name)} is not set: set it in the environment of id3tap")
      }
      names.append("${\(name)}")
      let rest = part[part.index(after: end)...]
      text += value + rest
      sample += "x" + rest
    }
    // A value with '&', '#' or '@' can end the part of the URL that is hidden.
    guard InputURL.shown(text) == InputURL.shown(sample) else {
      throw Refusal(
        description:
          "\(names.joined(separator: ", ")) would be visible in the feed's name: use variables only in the values of "
          + "parameters, or as user and password before '@', and encode '&', '#' and '@' in them"
      )
    }
    return text
  }
}
