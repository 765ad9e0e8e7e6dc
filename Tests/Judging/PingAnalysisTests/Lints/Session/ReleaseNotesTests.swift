import Testing

@testable import PingAnalysis

@Suite("findings before going live")
struct ReleaseNotesTests {
  private static let session =
    "https://secure-sw.imrworldwide.com/cgi-bin/gn?prd=session&c9=devid,&c13=asid,"
    + "P3D8D326A-2DBC-486A-8FD8-9AF4452B2A41&sessionId=yvx0rtsxydmaxueji8zgfzj0f2f1w1629966209"
    + "&c61=createtm,1629966209&hem_unknown="

  private static func rules(_ urls: [String]) -> [String] {
    SessionLintTests.findings(urls).map(\.rule)
  }

  @Test(
    "each setting that is only for tests is reported once per session, with severity info",
    arguments: [
      ("test-app-id", session.replacing("asid,P3D8", with: "asid,T3D8")),
      ("certification-facility", session.replacing("secure-sw.", with: "secure-dcr-cert.")),
      ("certification-facility", session.replacing("secure-sw.", with: "uat-cert-config.")),
      ("certification-facility", session + "&sfcode=dcr-cert"),
      ("debug-flag", session + "&nol_devDebug=DEBUG"), ("fpid-flag", session + "&enableFpid=no"),
      ("hashed-email", session + "&hem_unknown=annasvensson"),
      ("hashed-email", session.replacing("hem_unknown=", with: "hem_unknown=0f0f")),
    ]
  )
  func notes(_ rule: String, _ url: String) {
    // Removes the blank parameter before a given hash, because the first of two parameters counts.
    let url = url.replacing("&hem_unknown=&hem_unknown=", with: "&hem_unknown=")
    let findings = SessionLintTests.findings([url, url + "&x=1"])
    #expect(findings.map(\.rule) == [rule])
    #expect(
      findings.allSatisfy { $0.severity == .info && $0.message.hasPrefix("before going live") }
    )
  }

  @Test(
    "an app that is ready for release has no findings",
    arguments: [
      session, session.replacing("asid,P3D8", with: "asid,TEST"),
      session.replacing("hem_unknown=", with: "hem_unknown=" + String(repeating: "0f", count: 64)),
      session + "&enableFpid=true", session.replacing("secure-sw.", with: "concert-sw."),
      session + "&sfcode=eu",
    ]
  )
  func ready(_ url: String) { #expect(Self.rules([url]) == []) }
}
