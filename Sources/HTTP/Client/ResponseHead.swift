/// The head of an answer.
package struct ResponseHead: Sendable, Hashable {
  /// The status code.
  package var status: Int
  /// The header fields.
  package var headers: HTTPHeaders

  /// A head with the given parts.
  package init(status: Int, headers: HTTPHeaders = HTTPHeaders()) {
    self.status = status
    self.headers = headers
  }
}
