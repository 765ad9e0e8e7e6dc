import Testing

@testable import DASH

@Suite("references to remote elements")
struct LinkTests {
  private static let namespace = #"xmlns:xlink="http://www.w3.org/1999/xlink""#

  private func document(_ content: String) throws -> ManifestDocument {
    try Manifests.document(Self.namespace, content)
  }

  private func elements(_ text: String, for link: ManifestLink) throws -> RemoteElements {
    try RemoteElements(parsing: Array(text.utf8), for: link)
  }

  @Test("they are found where the standard has them, and not in what is remote itself")
  func places() throws {
    let document = try document(
      """
      <BaseURL>https://media.example/</BaseURL>
      <Period><EventStream xlink:href="events" schemeIdUri="urn:x"/><SegmentList xlink:href="/list"/>
      <AdaptationSet xlink:href="https://other.example/set" xlink:actuate="onLoad"/>
      <AdaptationSet><SegmentList xlink:href="b"/><Representation id="v">
      <SegmentList xlink:href="c"/></Representation></AdaptationSet></Period>
      <Period xlink:href=" ads?x=1 "><AdaptationSet xlink:href="inner"/></Period>
      <Period xlink:href="urn:mpeg:dash:resolve-to-zero:2013"/>
      <Metrics xlink:href="no"/>
      """
    )
    #expect(
      document.links.map { "\($0.line) \($0.element) \($0.address)" } == [
        "4 EventStream https://example.com/a/events", "4 SegmentList https://example.com/list",
        "5 AdaptationSet https://other.example/set", "6 SegmentList https://example.com/a/b",
        "7 SegmentList https://example.com/a/c", "8 Period https://example.com/a/ads?x=1",
        "9 Period urn:mpeg:dash:resolve-to-zero:2013",
      ]
    )
    #expect(
      document.links.map(\.resolvesToZero) == [false, false, false, false, false, false, true]
    )
    #expect(try self.document("<Period/>").links.isEmpty)
  }

  @Test("several elements take the place of one, and their own content is that of the manifest")
  func several() throws {
    let document = try document(
      """
      <Period id="a" duration="PT5S"/>
      <Period id="b" xlink:href="ads" duration="PT99S"><AdaptationSet/></Period>
      <Period xlink:href="urn:mpeg:dash:resolve-to-zero:2013" duration="PT9S"/>
      <Period id="c" duration="PT7S"/>
      """
    )
    let remote = """
      \u{FEFF}<?xml version="1.0" encoding="UTF-8"?>
      <!-- two of them -->
      <Period id="x" duration="PT1S"><AdaptationSet contentType="video">
      <Representation id="r" bandwidth="x"><BaseURL>ad.mp4</BaseURL></Representation></AdaptationSet>
      </Period>
      <Period id="y" duration="PT2S"/>
      """
    let resolved = try document.resolvingLinks { link in
      try? elements(remote, for: link)
    }
    let presentation = resolved.presentation
    #expect(presentation.periods.map(\.id) == ["a", "x", "y", "c"])
    #expect(presentation.periods.map(\.start) == [0, 5, 6, 8])
    #expect(
      presentation.representations.map { $0.segments[0]?.location.address } == [
        "https://example.com/a/ad.mp4"
      ]
    )
    // A note gives the line of the reference.
    #expect(presentation.notes.map(\.line) == [4])
    #expect(resolved.links.isEmpty)
  }

  @Test("events, sets and lists may be remote")
  func kinds() throws {
    let document = try document(
      """
      <Period duration="PT8S"><EventStream schemeIdUri="urn:none" xlink:href="1"/>
      <AdaptationSet xlink:href="2"/></Period>
      """
    )
    let set = """
      <AdaptationSet mimeType="video/mp4"><SegmentList xlink:href="urn:mpeg:dash:resolve-to-zero:2013"/>
      <SegmentTemplate media="$Number$" duration="4"/><Representation id="v"/></AdaptationSet>
      """
    let resolved = try document.resolvingLinks { link in
      try? elements(
        link.element == "AdaptationSet"
          ? set : "<EventStream schemeIdUri='urn:y'><Event presentationTime='1'/></EventStream>",
        for: link
      )
    }
    #expect(resolved.presentation.periods[0].eventStreams.map(\.scheme) == ["urn:y"])
    #expect(resolved.presentation.periods[0].eventStreams.map(\.events.count) == [1])
    #expect(resolved.presentation.lines() == ["1@0.0+4.0", "2@4.0+4.0"])
  }

  @Test("without an answer an element is what it would be without the reference")
  func failed() throws {
    let document = try document(
      """
      <Period xlink:href="ads" xlink:actuate="onLoad" duration="PT5S" id="own"/>
      <Period id="c" duration="PT5S"/>
      """
    )
    #expect(document.presentation.notes.map(\.subject) == ["xlink"])
    let presentation = try document.resolvingLinks { _ in nil }.presentation
    #expect(presentation.periods.map(\.id) == ["own", "c"])
    #expect(presentation.notes.isEmpty)
  }

  @Test("a reference in a remote element is not followed, and noted")
  func nested() throws {
    let document = try document("\n<Period xlink:href='ads'/>")
    let remote = """
      <Period duration="PT4S"><AdaptationSet xlink:href="more"/>
      <AdaptationSet xlink:href="urn:mpeg:dash:resolve-to-zero:2013"/></Period>
      <Period xlink:href="ads" duration="PT5S"/>
      """
    let presentation = try document.resolvingLinks { try? elements(remote, for: $0) }.presentation
    #expect(presentation.periods.map(\.duration) == [4, 5])
    #expect(presentation.periods[0].adaptationSets.count == 1)
    #expect(presentation.notes.map(\.subject).contains("xlink"))
    #expect(presentation.notes.allSatisfy { $0.line == 4 })
  }

  @Test("a remote SegmentList that was not resolved is noted")
  func list() throws {
    let presentation = try document(
      Manifests.period(
        "<SegmentList xlink:href='l' duration='4'><SegmentURL media='a'/></SegmentList>"
      )
    ).presentation
    #expect(presentation.notes.map(\.subject) == ["xlink"])
    #expect(presentation.lines() == ["a@0.0+4.0"])
  }

  @Test(
    "what holds anything else than the elements is refused, with a reason",
    arguments: [
      ("", .notManifest), ("text", .notManifest), ("<!-- -->", .notManifest),
      ("<MPD><Period/></MPD>", .notManifest), ("<Period/><AdaptationSet/>", .notManifest),
      ("<html>not found</html>", .notManifest), ("<Period>", .notXML), ("</MPD><MPD>", .notXML),
      ("<Period/></MPD><MPD><Period/>", .notXML), ("{}<Period", .notXML),
      ("<Period>\0</Period>", .notXML),
      ("<!DOCTYPE x [<!ENTITY a 'aaaa'>]><Period>&a;</Period>", .documentType),
      ("<?xml version='1.0'?><!DOCTYPE x SYSTEM 'file:///etc/passwd'><Period/>", .documentType),
      ("<Period>&undefined;</Period>", .notXML),
      (String(repeating: "<Period>", count: 100), .limit),
    ] as [(String, ManifestError.Reason)]
  )
  func refused(text: String, reason: ManifestError.Reason) throws {
    let link = try #require(try document("<Period xlink:href='ads'/>").links.first)
    let error = #expect(throws: ManifestError.self) { try elements(text, for: link) }
    #expect(error?.reason == reason, "\(String(describing: error))")
    #expect(error?.message.isEmpty == false)
  }

  @Test("many references to large elements do not make a manifest grow beyond its limits")
  func growth() throws {
    var limits = ManifestLimits()
    limits.elements = 30
    let references = String(repeating: "<Period xlink:href='ads'/>", count: 10)
    let document = try ManifestDocument(
      parsing: Array(Manifests.text(Self.namespace, references).utf8),
      at: Manifests.address,
      limits: limits
    )
    let remote = "<Period><a/><a/><a/></Period>"
    let error = #expect(throws: ManifestError.self) {
      try document.resolvingLinks { try? elements(remote, for: $0) }
    }
    #expect(error?.reason == .limit)
    let link = try #require(document.links.first)
    limits.bytes = 5
    #expect(throws: ManifestError.self) {
      try RemoteElements(parsing: Array("<Period/>".utf8), for: link, limits: limits)
    }
  }
}
