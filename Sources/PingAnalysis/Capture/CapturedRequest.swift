/// An HTTP request as a capture shows it.
public struct CapturedRequest: Sendable, Equatable {
  /// The method, such as `GET`.
  public var method: String
  /// The URL; of an access log only its path and query.
  public var url: String
  /// The body of a POST, as text.
  public var body: String?
  /// When it was sent, in Unix seconds, by the clock of the capture.
  public var sentAt: Double?
  /// Where it stands in the capture: `line 3`, `entry 12`.
  public var place: String?

  /// Makes a request.
  public init(
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
