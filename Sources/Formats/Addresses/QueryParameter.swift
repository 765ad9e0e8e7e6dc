/// A parameter of a URL's query or of a form, as it was sent.
package struct QueryParameter: Sendable, Hashable {
  /// The name, decoded once.
  package var name: String
  /// The value, decoded once.
  package var value: String

  /// A parameter.
  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

extension [QueryParameter] {
  /// The value of the first parameter called `name`.
  package func value(of name: String) -> String? { first { $0.name == name }?.value }
}
