import Conformance
import Formats
import Foundation
import HTTP
import Synchronization
import TestServer
import TestSupport
import Testing

@testable import LiveWatch

@Suite struct WebhookTests {
  private let said = AlarmCommandTests.Lines()

  private func send(
    _ events: [WatchEvent],
    to url: String,
    timeout: Double = 60,
    waiting: Double = 120
  ) async throws -> DeliveryCounts {
    let said = said
    let webhook = try #require(
      Webhook(url, userAgent: "id3tap/test", timeout: timeout, firstDelay: 0.01) { said.add($0) }
    )
    webhook.start()
    for event in events { webhook.take(event) }
    await webhook.finish(waitingAtMost: waiting)
    return webhook.counts
  }

  @Test("events are posted as JSON, in order")
  func posting() async throws {
    let server = try TestServer { _ in .status(204) }
    let counts = try await send((1...3).map { Events.alarm(id: $0) }, to: server.url("/hook?key=1"))
    #expect(counts.delivered == 3)
    #expect(server.requests.map(\.method) == ["POST", "POST", "POST"])
    #expect(server.requests.map(\.target) == Array(repeating: "/hook?key=1", count: 3))
    #expect(server.requests.allSatisfy { $0["content-type"] == "application/json" })
    #expect(server.requests.allSatisfy { $0["user-agent"] == "id3tap/test" })
    #expect(server.requests.map(\.body) == (1...3).map { Events.alarm(id: $0).line })
    #expect(said.all.isEmpty)
  }

  @Test("header fields are sent with every post, and may replace the content type")
  func headers() async throws {
    let server = try TestServer { _ in .status(204) }
    let fields = ["Authorization: Bearer a", "content-type: text/json"].compactMap(HeaderField.init)
    let webhook = try #require(
      Webhook(server.url("/"), headers: fields, userAgent: "id3tap/test") { _ in }
    )
    webhook.start()
    webhook.take(Events.alarm())
    await webhook.finish(waitingAtMost: 120)
    #expect(server.requests.map { $0["authorization"] } == ["Bearer a"])
    #expect(server.requests.map { $0["content-type"] } == ["text/json"])
  }

  @Test(
    "a server with a certificate of a private issuer is trusted only with the issuer's file",
    .enabled(if: Tool.isThere("nginx"), "nginx is missing: 'make tools' installs it"),
    arguments: [true, false]
  )
  func ownIssuer(isKnown: Bool) async throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/ca.pem"
    try Data(TestCertificate.certificate.utf8).write(to: URL(filePath: file))
    let server = try TestServer(.https1) { _ in .status(204) }
    let webhook = try #require(
      Webhook(server.url("/"), userAgent: "id3tap/test", caFile: isKnown ? file : nil) { _ in }
    )
    webhook.start()
    webhook.take(Events.alarm())
    await webhook.finish(waitingAtMost: isKnown ? 120 : 0.5)
    #expect(webhook.counts.delivered == (isKnown ? 1 : 0))
    #expect(server.requests.count == (isKnown ? 1 : 0))
  }

  @Test(
    "events to which the server responds with an error are sent again, in order",
    arguments: [500, 503, 429, 408, 404, 403, 302, 501]
  )
  func again(status: Int) async throws {
    let server = try TestServer {
      $0.index < 6 ? .status(status, headers: [("Location", "/other")]) : .status(200)
    }
    let events = (1...2).map { Events.alarm(id: $0) }
    let counts = try await send(events, to: server.url("/secret"))
    #expect(counts.delivered == 2 && counts.failed == 0 && counts.dropped == 0)
    #expect(
      server.requests.map(\.body)
        == (Array(repeating: events[0], count: 7) + [events[1]]).map(\.line)
    )
    #expect(server.requests.allSatisfy { $0.target == "/secret" })
    // The beginning and the end of the outage are reported.
    #expect(said.all.count == 2)
    #expect(said.all.first?.contains("the server answered \(status)") == true)
    #expect(said.all.last?.hasSuffix(": receives events again") == true)
    #expect(said.all.allSatisfy { !$0.contains("secret") })
  }

  @Test(
    "an event that the server refuses is reported, and the next event is sent",
    arguments: [400, 413, 422]
  )
  func refused(status: Int) async throws {
    let server = try TestServer { $0.index == 0 ? .status(status) : .status(200) }
    let counts = try await send((1...2).map { Events.alarm(id: $0) }, to: server.url("/secret"))
    #expect(counts.failed == 1 && counts.delivered == 1)
    #expect(server.requests.count == 2)
    #expect(said.all.count == 1)
    #expect(said.all.first?.contains("was refused (the server answered \(status))") == true)
    #expect(said.all.first?.contains("secret") == false)
  }

  @Test(
    "an unreachable server, and a server that never answers, delay the end only for a limited time"
  )
  func absent() async throws {
    let counts = try await send(
      [Events.alarm()],
      to: "http://127.0.0.1:1/",
      timeout: 0.2,
      waiting: 0.1
    )
    #expect(counts.dropped == 1)
    let silent = try TestServer { _ in .status(200).with { $0.isSilent = true } }
    let late = try await send(
      (1...50).map { Events.alarm(id: $0) },
      to: silent.url("/"),
      timeout: 0.2,
      waiting: 0.1
    )
    #expect(late.delivered == 0 && late.dropped == 50)
    #expect(said.all.contains { $0.contains("50 events were dropped") })
  }

  @Test(
    "a webhook URL that is not a valid http or https URL is refused",
    arguments: [
      "", "ftp://a/", "http://", "a b", "/x", "http://a b/", "http://a:b/", "http://a\\token",
      "http://a;token", "http://a%2Ftoken", "http://user:pass/word@a", "http://[]/", "http://:80/",
      "http://[::1", "http://[::1]5/", "http://a:65536/", "http://a:1:2/",
      "http://a:+80/", "http://a:0/", "http://[::1]:\u{301}80/", "http://\u{fc}.test/",
    ]
  )
  func wrong(url: String) {
    #expect(Webhook(url, userAgent: "", log: { _ in }) == nil)
  }

  @Test(
    "a valid http or https URL is accepted for a webhook",
    arguments: [
      "http://a", "https://a-b.c_d:8443/e", "http://[::1]:80?f", "HTTP://user:secret@1.2.3.4/",
      "http://[fe80::1%25br-lan]:9/", "http://a.:80/", "http://a:/",
    ]
  )
  func right(url: String) { #expect(Webhook(url, userAgent: "", log: { _ in }) != nil) }
}

extension WebhookTests {
  @Test("an alert for Alertmanager has the same labels from its beginning to its end")
  func alerts() async throws {
    let server = try TestServer { _ in .status(200) }
    var worse = Events.alarm(id: 1, kind: .updated)
    worse.alarm?.raisedSeverity = .warning
    var start = Events.alarm(id: 1, severity: .warning)
    start.consequences = [.renditionDisagreement]
    let end = Events.alarm(id: 1, kind: .recovered, severity: .warning)
    _ = try await send([start, worse, end], to: server.url("/api/v2/alerts?x=1"))
    let alerts = try server.requests.map { request in
      try #require(try JSONValue(parsing: request.body).elements.first)
    }
    try #require(alerts.count == 3)
    for alert in alerts {
      let labels = try #require(alert["labels"])
      #expect(labels["alertname"]?.stringValue == "missing-tags")
      #expect(labels["severity"]?.stringValue == "warning")
      #expect(alert["startsAt"]?.stringValue == "2026-01-01T00:00:00.000Z")
      #expect(alert["annotations"]?["renditions"]?.stringValue == "video/1")
    }
    #expect(alerts[0]["annotations"]?["consequences"]?.stringValue == "rendition-disagreement")
    #expect(alerts[0]["endsAt"]?.stringValue == "2026-01-08T00:00:00.000Z")
    #expect(alerts[2]["endsAt"]?.stringValue == "2026-01-01T00:00:00.000Z")
  }

  @Test("muted events are not posted")
  func muted() async throws {
    let server = try TestServer { _ in .status(200) }
    var event = Events.alarm()
    event.isMuted = true
    #expect(try await send([event], to: server.url("/")).delivered == 0)
    #expect(server.requests.isEmpty)
  }
}
