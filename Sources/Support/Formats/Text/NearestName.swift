/// Suggests the name that a user probably meant.
package enum NearestName {
  /// The name in `names` most similar to `text`; nil if even this name differs from `text` by more than one character
  /// and by more than a third of the name's length.
  package static func of(_ text: String, in names: some Sequence<String>) -> String? {
    let text = String(text.lowercased().prefix(64))
    let nearest = names.map { ($0, distance(text, $0)) }.min { $0.1 < $1.1 }
    guard let (name, distance) = nearest, distance <= max(1, name.count / 3) else { return nil }
    return name
  }

  /// Whether the beginning of `text`, up to about the length of `name`, differs from `name` by at most two edits,
  /// ignoring case.
  package static func isNear(_ text: String, _ name: String) -> Bool {
    let (text, name) = (text.lowercased(), name.lowercased())
    guard text.utf8.count >= name.utf8.count - 2 else { return false }
    return (-1...1).contains { distance(String(text.prefix(name.count + $0)), name) <= 2 }
  }

  /// The Damerau-Levenshtein distance: the number of characters to insert, delete, replace, or swap with the next
  /// character, to turn one text into the other.
  static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left), Array(right))
    var rows = [Array(0...right.count)]
    for row in 0..<left.count {
      var distances = [row + 1]
      for column in 0..<right.count {
        var least = min(
          rows[row][column] + (left[row] == right[column] ? 0 : 1),
          rows[row][column + 1] + 1,
          distances[column] + 1
        )
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          least = min(least, rows[row - 1][column - 1] + 1)
        }
        distances.append(least)
      }
      rows.append(distances)
    }
    return rows[left.count][right.count]
  }
}
