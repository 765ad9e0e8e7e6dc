import HTTP
import HTTPServer
import Testing

@testable import LiveWatch

@Suite("HTTP answers of a watch")
struct WatchResponderTests {
  private func responder(sinceCheck: Double = 1, isLocal: Bool = true) -> WatchResponder {
    WatchResponder(
      snapshot: { WatchSnapshot(date: 0, uptime: 1, sinceCheck: sinceCheck, feeds: []) },
      deliveries: { [] },
      hosts: isLocal ? PageHosts(ListeningAddress(port: 9100)) : nil
    )
  }

  @Test(
    "the start page, the metrics and the health are served, and other paths get 404",
    arguments: [
      ("GET", "/", 200, "text/html; charset=utf-8"),
      ("HEAD", "/?a=b", 200, "text/html; charset=utf-8"),
      ("GET", "/?range=7d", 200, "text/html; charset=utf-8"),
      ("GET", "/feed/0", 404, "text/plain; charset=utf-8"),
      ("GET", "/feed/x", 404, "text/plain; charset=utf-8"),
      ("GET", "/metrics", 200, "text/plain; version=0.0.4; charset=utf-8"),
      ("GET", "/healthz", 200, "application/json"),
      ("GET", "/none", 404, "text/plain; charset=utf-8"),
      ("POST", "/metrics", 405, nil),
    ] as [(String, String, Int, String?)]
  )
  func places(_ method: String, _ target: String, _ status: Int, _ type: String?) {
    let response = responder().response(to: ServerRequest(method: method, target: target))
    #expect(response.status == status && response.headers["Content-Type"] == type)
    #expect((response.headers["Allow"] == "GET, HEAD") == (status == 405))
  }

  @Test(
    "a local watch serves only its health under a foreign host name",
    arguments: [("/", 403), ("/feed/0", 403), ("/metrics", 403), ("/healthz", 200)]
  )
  func rebinding(_ target: String, _ status: Int) {
    let request = ServerRequest(target: target, headers: ["Host": "evil.example"])
    #expect(responder().response(to: request).status == status)
    // No feed has this number.
    let allowed = target.hasPrefix("/feed") ? 404 : 200
    #expect(responder(isLocal: false).response(to: request).status == allowed)
    let own = ServerRequest(target: target, headers: ["Host": "127.0.0.1:9100"])
    #expect(responder().response(to: own).status == allowed)
  }

  @Test("a hanging watch answers a request for its health with 503")
  func hanging() {
    let response = responder(sinceCheck: 31).response(to: ServerRequest(target: "/healthz"))
    #expect(response.status == 503)
  }
}
