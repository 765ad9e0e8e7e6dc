/// `${NAME}` in the URLs of a list file: the value of a variable of the environment, which keeps secrets out of the list.
enum ListVariables {
  /// Why a URL cannot be used: what happened and what to do. It has no values.
  struct Refusal: Error { var description: String }

  /// The URL with the values of its variables.
  /// - Throws: When a variable is not set, or its value would be a part of the feed's name.
  static func expand(_ url: String, _ environment: [String: String]) throws(Refusal) -> String {
    let parts = url.split(separator: "${", omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count > 1 else { return url }
    var (text, sample) = (String(first), String(first))
    var names: [String] = []
    for part in parts.dropFirst() {
      guard let end = part.firstIndex(of: "}"), end > part.startIndex else {
        throw Refusal(description: "'${' begins no variable: write '${NAME}', or %24%7B for '${'")
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
    // A value with '&', '#' or '@' can end what is hidden.
    guard InputURL.shown(text) == InputURL.shown(sample) else {
      throw Refusal(
        description:
          "\(names.joined(separator: ", ")) would be seen in the name of the feed: put variables into the values of "
          + "parameters, or before '@' as user and password, and encode '&', '#' and '@' in them"
      )
    }
    return text
  }
}
