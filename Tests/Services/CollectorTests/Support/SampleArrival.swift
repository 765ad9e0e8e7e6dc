import PingAnalysis

@testable import Collector

extension Arrival {
  /// A request with one ping, as a collector would have received it.
  static func sample(
    _ number: Int = 0,
    session: String = "s1",
    app: String = "P1",
    product: String = "dcr",
    padding: Int = 0
  ) -> Arrival {
    let query =
      "prd=\(product)&c13=asid,\(app)&sessionId=\(session)&n=\(number)&x="
      + String(repeating: "x", count: padding)
    return sample(
      url: "http://127.0.0.1/cgi-bin/gn?\(query)",
      at: 1_700_000_000_000 + Int64(number)
    )
  }

  /// A request to `url`.
  static func sample(url: String, body: String? = nil, at time: Int64) -> Arrival {
    let request = CapturedRequest(method: body == nil ? "GET" : "POST", url: url, body: body)
    return Arrival(
      received: time,
      peer: "127.0.0.1",
      method: request.method,
      url: url,
      headers: #"[["Host","127.0.0.1"]]"#,
      body: body.map { Array($0.utf8) },
      status: 200,
      pings: PingRecognizer.pings(in: request).map { ArrivingPing($0) }
    )
  }
}
