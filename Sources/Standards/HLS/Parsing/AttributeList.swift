/// The attributes of one tag.
struct AttributeList {
  /// The name of the tag without `#`.
  let tag: String
  /// The line of the tag.
  let line: Int
  /// The attributes in their order, each name once.
  var attributes: [PlaylistAttribute] = []

  subscript(name: String) -> PlaylistAttribute? {
    attributes.first { $0.name == name }
  }

  /// The attributes whose names are not among `known`.
  func others(than known: Set<String>) -> [PlaylistAttribute] {
    attributes.filter { !known.contains($0.name) }
  }
}
