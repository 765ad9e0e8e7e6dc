import Testing

@testable import DASH

@Suite("patches")
struct PatchTests {
  private static let attributes = """
    id="m" type="dynamic" availabilityStartTime="1970-01-01T00:00:00Z" publishTime="1970-01-01T00:00:10Z"
    """

  private func document() throws -> ManifestDocument {
    try Manifests.document(
      Self.attributes,
      """
      <Period id="p1" start="PT0S"><AdaptationSet id="1" lang="en">
      <SegmentTemplate media="$Time$"><SegmentTimeline><S t="0" d="4"/><S d="4"/></SegmentTimeline>
      </SegmentTemplate><Representation id="v"/><Representation id="w"/></AdaptationSet></Period>
      """
    )
  }

  private func patch(_ operations: String, _ attributes: String? = nil) -> [UInt8] {
    let header = attributes ?? #"mpdId="m" originalPublishTime="1970-01-01T00:00:10Z""#
    return Array(
      "<Patch xmlns=\"urn:mpeg:dash:schema:mpd-patch:2020\" \(header)>\(operations)</Patch>".utf8
    )
  }

  private static let timeline =
    "/MPD/Period[@id='p1']/AdaptationSet[1]/SegmentTemplate/SegmentTimeline"

  @Test("segments are added, taken out and replaced, and the publish time moves on")
  func timeline() throws {
    let next = try document().applying(
      patch: patch(
        """
        <replace sel="/MPD/@publishTime">1970-01-01T00:00:14Z</replace>
        <remove sel="\(Self.timeline)/S[1]"/>
        <replace sel="\(Self.timeline)/S[1]"><S t="4" d="4"/></replace>
        <add sel="\(Self.timeline)"><S d="3"/><S d="2"/></add>
        """
      )
    )
    #expect(next.presentation.publishTime == 14)
    let times = next.presentation.representations[0].segments.all(limit: 9).map(\.time)
    #expect(times == [4, 8, 11])
    // The patched one can be patched again, and by the old patch not.
    #expect(throws: ManifestError.self) { try next.applying(patch: patch("")) }
  }

  @Test("elements and attributes go where the selector says")
  func operations() throws {
    let next = try document().applying(
      patch: patch(
        """
        <add sel="/MPD/Period[@id='p1']" pos="after"><Period id="p2" start="PT60S"/></add>
        <add sel='/MPD/Period[@id="p1"]' pos="before"><Period id="p0" start="PT0S" duration="PT0S"/></add>
        <add sel="/MPD/Period[2]/AdaptationSet" type="@contentType">audio</add>
        <add sel="/MPD" pos="prepend"><Location>next.mpd</Location></add>
        <replace sel="/MPD/Location/text()">other.mpd</replace>
        <remove sel="/MPD/Period[@id='p1']/AdaptationSet/@lang"/>
        <remove sel="/MPD/Period[@id='p1']/AdaptationSet/Representation[@id='w']"/>
        """
      )
    ).presentation
    #expect(next.periods.map(\.id) == ["p0", "p1", "p2"])
    let set = next.periods[1].adaptationSets[0]
    #expect(set.contentType == "audio")
    #expect(set.language == nil)
    #expect(set.representations.map(\.id) == ["v"])
    #expect(next.locations == ["https://example.com/a/other.mpd"])
  }

  @Test(
    "a patch that does not fit is refused, with its line",
    arguments: [
      #"<remove sel="/MPD/Period[@id='x']"/>"#, #"<remove sel="/MPD"/>"#, #"<remove sel=""/>"#,
      #"<remove sel="//Period"/>"#, #"<remove sel="/MPD/Period[last()]"/>"#, "<remove/>",
      #"<remove sel="/MPD/Period/AdaptationSet/Representation"/>"#, #"<move sel="/MPD/Period"/>"#,
      #"<remove sel="/MPD/Period[0]"/>"#, #"<remove sel="/MPD/Period[@id='p1'"/>"#,
      #"<replace sel="/MPD/Period"/>"#, #"<replace sel="/MPD/@nothing">1</replace>"#,
      #"<add sel="/MPD/Period" pos="inside"/>"#, #"<add sel="/MPD/@id">x</add>"#,
      #"<add sel="/MPD" type="namespace::x">y</add>"#, #"<add sel="/MPD" pos="after"><a/></add>"#,
      #"<replace sel="/Other/Period"><Period/></replace>"#,
    ]
  )
  func unfit(operation: String) throws {
    let document = try document()
    let bytes = patch("\n" + operation)
    let error = #expect(throws: ManifestError.self) { try document.applying(patch: bytes) }
    #expect(error?.reason == .patch)
    #expect(error?.line == 2)
  }

  @Test(
    "a patch for another manifest or another version is refused",
    arguments: [
      #"mpdId="n" originalPublishTime="1970-01-01T00:00:10Z""#,
      #"mpdId="m" originalPublishTime="1970-01-01T00:00:11Z""#, #"mpdId="m""#,
    ]
  )
  func other(attributes: String) throws {
    let document = try document()
    #expect(throws: ManifestError.self) { try document.applying(patch: patch("", attributes)) }
    #expect(throws: ManifestError.self) {
      try document.applying(patch: Array(Manifests.text("", "").utf8))
    }
  }

  @Test("patches do not make a manifest grow beyond its limits")
  func growth() throws {
    var limits = ManifestLimits()
    limits.elements = 30
    limits.patchOperations = 5
    let text = Manifests.text(Self.attributes, #"<Period id="p" start="PT0S"/>"#)
    let document = try ManifestDocument(
      parsing: Array(text.utf8),
      at: Manifests.address,
      limits: limits
    )
    let add = #"<add sel="/MPD/Period"><a/><a/><a/><a/><a/></add>"#
    let bytes = patch(add + add + add + add)
    let next = try document.applying(patch: bytes)
    var error = #expect(throws: ManifestError.self) { _ = try next.applying(patch: bytes) }
    #expect(error?.reason == .limit)
    let many = String(repeating: #"<add sel="/MPD"/>"#, count: 6)
    error = #expect(throws: ManifestError.self) { _ = try document.applying(patch: patch(many)) }
    #expect(error?.reason == .limit)
  }

  @Test("patches do not make a manifest longer than its limit")
  func length() throws {
    var limits = ManifestLimits()
    limits.bytes = 1000
    let text = Manifests.text(Self.attributes, #"<Period id="p" start="PT0S"/>"#)
    var document = try ManifestDocument(
      parsing: Array(text.utf8),
      at: Manifests.address,
      limits: limits
    )
    let long = String(repeating: "x", count: 300)
    let bytes = patch("<add sel=\"/MPD/Period\"><a b=\"\(long)\">text</a></add>")
    var count = 0
    let error = #expect(throws: ManifestError.self) {
      for _ in 0..<5 {
        document = try document.applying(patch: bytes)
        count += 1
      }
    }
    #expect(error?.reason == .limit)
    #expect((1...3).contains(count))
  }

  @Test("a patch leads to the version that it announces")
  func announced() throws {
    let change = "<replace sel=\"/MPD/@publishTime\">1970-01-01T00:00:14.0Z</replace>"
    let header = #"mpdId="m" originalPublishTime="1970-01-01T00:00:10Z" publishTime="#
    let document = try document()
    let next = try document.applying(
      patch: patch(change, header + #""1970-01-01T00:00:14Z""#)
    )
    #expect(next.presentation.publishTime == 14)
    #expect(!next.hasSameContent(as: document))
    for time in ["1970-01-01T00:00:15Z", "later", ""] {
      let bytes = patch(change, header + "\"\(time)\"")
      let error = #expect(throws: ManifestError.self) { try document.applying(patch: bytes) }
      #expect(error?.reason == .patch)
    }
  }

  @Test("a patch without operations leads to the same version")
  func empty() throws {
    let document = try document()
    let header =
      #"mpdId="m" originalPublishTime="1970-01-01T00:00:10Z" publishTime="1970-01-01T00:00:10Z""#
    #expect(try document.applying(patch: patch("", header)).hasSameContent(as: document))
  }

  @Test("no patch fits a manifest without publishTime")
  func unpublished() throws {
    let document = try Manifests.document(#"id="m" type="dynamic""#, "")
    for time in ["1970-01-01T00:00:10Z", "", "none"] {
      let bytes = patch("", #"mpdId="m" originalPublishTime="\#(time)""#)
      #expect(throws: ManifestError.self) { try document.applying(patch: bytes) }
    }
  }

  @Test(
    "a patch is where the first location says whose time to live is not over",
    arguments: [
      (attributes, 15.0, "https://example.com/a/a.mpp"), (attributes, 16, "https://example.com/b"),
      (#"type="dynamic""#, 15, nil), (#"publishTime="1970-01-01T00:00:10Z""#, 15, nil),
    ] as [(String, Double, String?)]
  )
  func address(attributes: String, now: Double, address: String?) throws {
    let document = try Manifests.document(
      attributes,
      "<PatchLocation ttl=\"5\">a.mpp</PatchLocation><PatchLocation>/b</PatchLocation>"
    )
    #expect(document.presentation.patchAddress(at: now) == address)
    #expect(document.presentation.offersPatches == (address != nil))
  }
}
