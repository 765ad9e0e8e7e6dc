import Testing

@testable import TimedMetadata

@Suite struct NetworkURLTests {
  @Test(
    "a feed URL with a supported scheme, a port and allowed options is accepted",
    arguments: [
      ("udp://127.0.0.1:1234", NetworkURL.Transport.udp), ("UDP://@239.0.0.1:1", .udp),
      ("udp://:5000", .udp), ("rtp://[::1]:5004?localaddr=::1", .rtp),
      ("udp://h:1?fifo_size=1000&overrun_nonfatal=1&sources=1.2.3.4,5.6.7.8", .udp),
      ("srt://h:9000?passphrase=\u{301}secret", .srt),
      ("srt://h:9000?mode=listener&passphrase=0123456789&streamid=%23!::r=x", .srt),
    ]
  )
  func good(text: String, transport: NetworkURL.Transport) throws {
    let url = try NetworkURL(text)
    #expect(url.transport == transport)
    #expect(url.text.hasPrefix(transport.rawValue + "://"))
  }

  @Test(
    "a URL with another scheme, without a port, or with a forbidden option is refused",
    arguments: [
      "http://a:1", "udp://a", "udp://a:0", "udp://a:70000", "udp://a:1 2", "udp:a", "",
      "udp://a:1?protocol_whitelist=file", "rtp://a:1?fec=prompeg", "srt://a:1?x=1",
      "udp://a:1?fifo_size=1&rw_timeout=1", "tcp://a:1", "udp://a:1?blocksize=1", "rtp://a:1?sdp",
    ]
  )
  func refused(text: String) {
    let error = #expect(throws: TimedMetadataError.self) { try NetworkURL(text) }
    #expect(error?.code == .cannotOpen)
  }

  @Test(
    "a missing port and an impossible port give different errors",
    arguments: [
      ("udp://", "names no port"), ("srt://a", "names no port"), ("udp://a:", "names no port"),
      ("rtp://[::1]", "names no port"), ("udp://a/b:1", "names no port"),
      ("udp://a:0", "names an impossible port"), ("udp://a:99999", "names an impossible port"),
      ("srt://[::1]:x", "names an impossible port"),
      ("udp://a:-1?ttl=1", "names an impossible port"),
      ("udp://a:+1", "names an impossible port"),
    ]
  )
  func port(text: String, reason: String) {
    let error = #expect(throws: TimedMetadataError.self) { try NetworkURL(text) }
    #expect(error?.reason == reason)
  }

  @Test(
    "the error for a refused feed URL contains no user, password, passphrase or option value",
    arguments: [
      ("srt://a:1?\u{301}mode=secret", "has the option '\u{301}mode', which is not allowed"),
      ("srt://a:1?passfrase=\u{301}secret", "has the option 'passfrase', which is not allowed"),
      (
        "srt://user:secret@a:1?passphrase=secret&secret=1", "has an option that is not allowed"
      ),
      (
        "srt://a:1?passphrase=se&secret", "has an option that is not allowed"
      ),
      ("srt://a?passphrase=secret", "names no port"),
      ("srt://secret@a:0?passphrase=secret", "names an impossible port"),
      ("srt://a:1?passphrase=secret x", "contains white space or a control character"),
      ("srt://user:1secret#2@a:1", "names an impossible port"),
      ("srt://user:secret/2@a:1", "names an impossible port"),
      ("srt://a:1#passfrase=secret", "has a fragment"), ("srt://a:1/#secret", "has a fragment"),
      ("srt://user:secret@a", "names no port"), ("srt://a:1&x=secret", "names an impossible port"),
    ]
  )
  func refusal(text: String, reason: String) throws {
    let error = try #require(throws: TimedMetadataError.self) { try NetworkURL(text) }
    #expect(error.reason == reason)
    #expect(!error.description.contains("secret"))
    #expect(NetworkURL.shown(text) == error.input)
  }

  @Test(
    "a passphrase is hidden, and in a refused URL all option values are hidden",
    arguments: [
      ("srt://a:1?mode=caller&passphrase=secret", "srt://a:1?mode=caller&passphrase=…"),
      (
        "srt://a:1?streamid=a,passphrase=b&mode=caller",
        "srt://a:1?streamid=a,passphrase=…&mode=caller"
      ),
      (
        "srt://a:1?mode=caller&x=1&y&passphrase=secret",
        "srt://a:1?mode=…&…&…&passphrase=…"
      ),
      ("rist://user:secret@a:1?secret=b", "rist://a:1?…"),
      ("srt://a:1?x=1", "srt://a:1?…"),
      ("srt://a:1/passphrase=b?mode=caller", "srt://a:1/passphrase=…?mode=caller"),
      ("SRT://a:1", "SRT://a:1"), ("a?b=c", "a?…"),
    ]
  )
  func shown(text: String, expected: String) { #expect(NetworkURL.shown(text) == expected) }

  @Test(
    "libavformat receives the passphrase separately from the URL",
    arguments: [
      ("srt://a:1?passphrase=s+t", "srt://a:1", "s t"),
      ("SRT://u:p@a:1?passphrase=s&mode=caller", "srt://a:1?mode=caller", "s"),
      ("srt://a:1/?mode=caller&passphrase=s&passphrase=t", "srt://a:1/?mode=caller", "s"),
      ("srt://a:1?passphrase=\u{301}s", "srt://a:1", "\u{301}s"), ("srt://a:1", "srt://a:1", nil),
      ("udp://@239.0.0.1:1?ttl=1", "udp://@239.0.0.1:1?ttl=1", nil),
    ]
  )
  func passphrase(text: String, opened: String, passphrase: String?) throws {
    let url = try NetworkURL(text)
    #expect(url.text == opened)
    #expect(url.passphrase == passphrase)
  }
}
