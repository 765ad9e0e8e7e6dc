import Foundation
import HTTPServer
import Logging
import TestSupport
import Testing

@Suite("the HTTP server with TLS")
struct ServerTLSTests {
  /// A certificate for `localhost`, valid until 2126.
  private static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBnDCCAUGgAwIBAgIUGTG6d/4udBrH5FGOsYp6OtVHyL4wCgYIKoZIzj0EAwIw
    FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjEyMTgyOFoYDzIxMjYxMDI5
    MTIxODI4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
    PQMBBwNCAATJ+qKZU0z7b763OGlcdIhwMOfOV+Mtg5uUv65mi63FygRyPDZRMxTx
    p2uAKZ6H1bc/0wA/fpgjTz9oSLBkRNi8o28wbTAdBgNVHQ4EFgQUxr85PSTTzisM
    HN2S86CEHMF4DzowHwYDVR0jBBgwFoAUxr85PSTTzisMHN2S86CEHMF4DzowDwYD
    VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
    zj0EAwIDSQAwRgIhAP/oX5D340QhH/o3pa4vAf+9ZBMzOyovlEQ/99kWmDhSAiEA
    2306VPsTXLzGD2xn5+N7eYLr2ts+uHI/RM9bAbLuh8c=
    -----END CERTIFICATE-----

    """
  private static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg+8nOJLjrWJPwG+Li
    MUn7Y2BOzbAKnnnE/ZphC5bKb+2hRANCAATJ+qKZU0z7b763OGlcdIhwMOfOV+Mt
    g5uUv65mi63FygRyPDZRMxTxp2uAKZ6H1bc/0wA/fpgjTz9oSLBkRNi8
    -----END PRIVATE KEY-----

    """
  private static let otherKey = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg6fm6Az1NHCLw5Y0p
    vL99i+NAsyDpAWdSrwuX9Qx5Bf6hRANCAAQx6Wh2mI2zAcntD/4Xc7Mn+FH4UvQp
    U1BKjyYJ0yV9egCfJ9bPIDJ5LEIiiIRfonoF7WbCZBfVoc722k7nmV1u
    -----END PRIVATE KEY-----

    """

  @Test(
    "an unusable certificate or key, and a key for another certificate, are refused",
    arguments: [
      ("", key, .noCertificates), ("nonsense", key, .noCertificates), (key, key, .noCertificates),
      (certificate, "", .noKey), (certificate, certificate, .noKey),
      (certificate, otherKey, .mismatch),
      (certificate, key, nil), (certificate + certificate, key, nil),
    ] as [(String, String, TLSIdentity.Problem?)]
  )
  func identities(_ certificate: String, _ key: String, _ problem: TLSIdentity.Problem?) {
    var found: TLSIdentity.Problem?
    do throws(TLSIdentity.Problem) {
      _ = try TLSIdentity(certificate: certificate, key: key)
    } catch {
      found = error
    }
    #expect(found == problem)
  }

  private func bench(idleTime: Duration? = nil) async throws -> ServerBench {
    try await ServerBench(
      identity: try TLSIdentity(certificate: Self.certificate, key: Self.key)
    ) { if let idleTime { $0.idleTime = idleTime } }
  }

  @Test(
    "a connection that does not complete a TLS handshake gets no response",
    arguments: [
      "GET /echo HTTP/1.1\r\nHost: a\r\n\r\n", "\u{16}\u{3}\u{1}\u{0}\u{5}garbage\n\n", "\u{16}",
      "",
    ]
  )
  func garbage(_ text: String) async throws {
    let bench = try await bench(idleTime: .milliseconds(500))
    // The server closes the connection immediately, or after the idle time.
    #expect(!(try await bench.exchange(text)).contains("HTTP/1.1 200"))
    await bench.service.stop()
  }

  @Test(
    "requests for files and streams are answered over TLS",
    .enabled(if: Tool.isThere("openssl"), "openssl is missing: 'make tools' installs it"),
    arguments: [
      ("/echo", "GET /echo 127.0.0.1"), ("/later", "later"), ("/stream", "piece 2\n"),
      ("/file", "of a file"),
    ]
  )
  func answers(_ path: String, _ words: String) async throws {
    let bench = try await bench()
    let port = bench.port
    let answer = try await waiting { () -> String in
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [
        "openssl", "s_client", "-connect", "127.0.0.1:\(port)", "-quiet", "-ign_eof",
      ]
      let (input, output) = (Pipe(), Pipe())
      process.standardInput = input
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      let request = "GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
      input.fileHandleForWriting.write(Data(request.utf8))
      let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.contains(words), "\(answer)")
    await bench.service.stop()
  }

  @Test("stopping the server ends connections in the middle of a handshake")
  func stop() async throws {
    let bench = try await bench()
    let port = bench.port
    async let rest = waiting { () -> Int in
      let client = try RawClient(port: port)
      try client.send("\u{16}\u{3}\u{1}")
      return try client.rest().utf8.count
    }
    await bench.service.stop()
    // A stopped server may also refuse the connection.
    _ = try? await rest
  }
}
