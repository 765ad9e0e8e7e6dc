/// A request of a capture, with what the capture has about its client and its answer.
package struct CapturedExchange: Sendable, Equatable {
  package var request: CapturedRequest
  /// The `User-Agent` of the request; nil when the capture does not have it.
  package var userAgent: String?
  /// The status code of the answer; nil when the capture does not have it, or there was no answer.
  package var status: Int?
  /// The body of the answer as text, at most ``responseLimit`` bytes; nil when the capture does not have it.
  package var response: String?

  /// The maximum size of a kept answer, in bytes. Answers to pings are short, but those with video are long.
  package static let responseLimit = 64 << 10

  package init(
    request: CapturedRequest,
    userAgent: String? = nil,
    status: Int? = nil,
    response: String? = nil
  ) {
    self.request = request
    self.userAgent = userAgent
    // Recorders write 0 if there was no answer.
    self.status = status.flatMap { (100..<600).contains($0) ? $0 : nil }
    self.response = response.map { text in
      text.utf8.count <= Self.responseLimit
        ? text : String(decoding: text.utf8.prefix(Self.responseLimit), as: UTF8.self)
    }
  }
}

/// An HTTP request in a capture.
package struct CapturedRequest: Sendable, Equatable {
  /// The method, such as `GET`.
  package var method: String
  /// The URL; in an access log only its path and query.
  package var url: String
  /// The body of a POST, as text.
  package var body: String?
  /// The time of the request in Unix seconds, by the clock of the capture.
  package var sentAt: Double?
  /// The position in the capture, such as `line 3` or `entry 12`.
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
