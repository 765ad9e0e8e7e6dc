/// A request of a capture with what the capture knows of its client and its answer.
package struct CapturedExchange: Sendable, Equatable {
  package var request: CapturedRequest
  /// The field `User-Agent` of the request; nil where the capture does not say it.
  package var userAgent: String?
  /// The status of the answer; nil where the capture does not say it, or there was none.
  package var status: Int?
  /// The body of the answer as text, at most ``responseLimit`` bytes; nil where the capture has none.
  package var response: String?

  /// Bytes of an answer that are kept: those to pings are short, those with video are long.
  package static let responseLimit = 64 << 10

  package init(
    request: CapturedRequest,
    userAgent: String? = nil,
    status: Int? = nil,
    response: String? = nil
  ) {
    self.request = request
    self.userAgent = userAgent
    // Recorders write 0 where no answer came.
    self.status = status.flatMap { (100..<600).contains($0) ? $0 : nil }
    self.response = response.map { text in
      text.utf8.count <= Self.responseLimit
        ? text : String(decoding: text.utf8.prefix(Self.responseLimit), as: UTF8.self)
    }
  }
}

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
