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
}
