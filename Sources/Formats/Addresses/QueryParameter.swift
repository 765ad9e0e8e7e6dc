/// A parameter of a URL's query or of a form, as it was sent.
package struct QueryParameter: Sendable, Hashable {
  /// The name, such as `c27`.
  package var name: String
  /// The value, decoded once: `cln,300`.
  package var value: String

  /// A parameter.
  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
