/// A captured request, with its client and response if they were recorded.
package struct CapturedExchange: Sendable, Equatable {
  package var request: CapturedRequest
  /// The `User-Agent` header of the request. Nil if the capture lacks it.
  package var userAgent: String?
  /// The HTTP status code of the response, 100 to 599. Nil if unknown, or if there was no response.
  package var status: Int?
  /// The response body as text, cut after ``responseLimit`` bytes. Nil if the capture lacks it, or has it in an
  /// encoding such as base64.
  package var response: String?

  /// The maximum size of a stored response body, in bytes. A capture may contain responses with video.
  package static let responseLimit = 64 << 10

  package init(
    request: CapturedRequest,
    userAgent: String? = nil,
    status: Int? = nil,
    response: String? = nil
  ) {
    self.request = request
    self.userAgent = userAgent
    // Recorders write status 0 if there was no response.
    self.status = status.flatMap { (100..<600).contains($0) ? $0 : nil }
    self.response = response.map { text in
      text.utf8.count <= Self.responseLimit
        ? text : String(decoding: text.utf8.prefix(Self.responseLimit), as: UTF8.self)
    }
  }
}

package struct CapturedRequest: Sendable, Equatable {
  package var method: String
  /// The URL, or only its path and query, as in most access logs.
  package var url: String
  package var body: String?
  /// The time of the request in Unix seconds, by the recorder's clock.
  package var sentAt: Double?
  /// The position of the request in the capture, such as `line 3` or `entry 12`.
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
