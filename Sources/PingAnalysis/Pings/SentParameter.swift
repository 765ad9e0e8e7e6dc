/// One parameter of a ping as it was sent.
package struct SentParameter: Sendable, Hashable {
  /// The name, such as `c27`.
  package var name: String
  /// The value, decoded once, with its key: `cln,300`.
  package var value: String
}
