import NielsenAppApi
import PingAnalysis

struct PingAnswer: Sendable, Equatable {
  /// The HTTP status, 200 to 599.
  var status: Int
  /// The media type of the body; nil if there is no body.
  var contentType: String?
  var body: [UInt8] = []
  /// The time, in seconds, after which the client should try again; nil omits `Retry-After`.
  var retryAfter: Int?

  /// A transparent GIF image of one pixel. An image element that sends a ping expects an image as the answer.
  static let pixel = PingAnswer(
    status: 200,
    contentType: "image/gif",
    body: [
      0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0x01, 0x00, 0x01, 0x00, 0x80, 0x00, 0x00, 0x00, 0x00,
      0x00, 0xFF, 0xFF, 0xFF, 0x21, 0xF9, 0x04, 0x01, 0x00, 0x00, 0x00, 0x00, 0x2C, 0x00, 0x00,
      0x00, 0x00, 0x01, 0x00, 0x01, 0x00, 0x00, 0x02, 0x02, 0x44, 0x01, 0x00, 0x3B,
    ]
  )

  static func timeShift(_ code: String) -> PingAnswer {
    PingAnswer(
      status: 200,
      contentType: "application/json",
      body: Array("{\"tsv\":\"\(code)\"}".utf8)
    )
  }

  /// The answer to a request that is sent to a production host and is not a ping. The answer to a request for an
  /// opt-out page has the links that apps wait for, so that a tester can choose one.
  static func toOther(_ url: String) -> PingAnswer {
    let path = url.lowercased()
    guard ["optout", "opt-out", "opt_out"].contains(where: path.contains) else {
      return PingAnswer(
        status: 404,
        contentType: "text/plain; charset=utf-8",
        body: Array("Stored. The collector answers pings only.\n".utf8)
      )
    }
    return optOutPage
  }

  private static let optOutPage = PingAnswer(
    status: 200,
    contentType: "text/html; charset=utf-8",
    body: Array(
      """
      <!DOCTYPE html>
      <html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>Opt-out page of id3tap collect</title>
      <h1>Opt-out page</h1>
      <p>This is the page of id3tap collect, not Nielsen's. The app must handle each of these links.</p>
      <p><a href="nielsenappsdk://1">Opt out</a></p>
      <p><a href="nielsenappsdk://0">Opt in</a></p>
      <p><a href="\(kNielsenWebClose)">Close</a></p>
      </html>

      """.utf8
    )
  )

  /// The answer to a request for the engine's configuration: the default configuration.
  static let configuration = PingAnswer(
    status: 200,
    contentType: "application/json",
    body: Array(EngineConfiguration().json().utf8)
  )

  /// The answer to a ping that matches no rule. `code` is the time-shift code for lookups.
  static func usual(to ping: SentPing, code: String) -> PingAnswer {
    switch ping.endpoint {
    case "/cgi-bin/tsv": timeShift(code)
    case "/cgi-bin/cfg": configuration
    default: pixel
    }
  }
}
