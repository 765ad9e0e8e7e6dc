/// An HTTP request as a capture shows it.
package struct CapturedRequest: Sendable, Equatable {
  /// The method, such as `GET`.
  package var method: String
  /// The URL; of an access log only its path and query.
  package var url: String
  /// The body of a POST, as text.
  package var body: String?
  /// When it was sent, in Unix seconds, by the clock of the capture.
  package var sentAt: Double?
  /// Where it is in the capture: `line 3`, `entry 12`.
  package var place: String?

  package init(
    method: String = "GET",
    url: String,
    body: String? = nil,
    sentAt: Double? = nil,
    place: String? = nil
  ) {
    self.method = method
    self.url = url
    self.body = body
    self.sentAt = sentAt
    self.place = place
  }
}
