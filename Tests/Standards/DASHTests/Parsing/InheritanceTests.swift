import Testing

@testable import DASH

@Suite("inheritance between the levels of a manifest")
struct InheritanceTests {
  @Test("attributes of a template can come from any level, and the lowest level takes precedence")
  func template() throws {
    let presentation = try Manifests.read(
      "",
      """
      <Period duration="PT8S"><SegmentTemplate timescale="10" duration="40" startNumber="3"/>
      <AdaptationSet><SegmentTemplate media="$RepresentationID$/$Number$" initialization="$RepresentationID$.mp4"/>
      <Representation id="a"/>
      <Representation id="b"><SegmentTemplate startNumber="9" timescale="20"/></Representation>
      </AdaptationSet></Period>
      """
    )
    let addresses = presentation.representations.map { representation in
      representation.segments.all(limit: 9).map(\.location.address)
    }
    let base = "https://example.com/a/"
    #expect(addresses[0] == ["\(base)a/3", "\(base)a/4"])
    #expect(addresses[1] == ["\(base)b/9", "\(base)b/10", "\(base)b/11", "\(base)b/12"])
    #expect(presentation.representations[1].segments.initialization?.address == "\(base)b.mp4")
  }

  @Test("base URLs on four levels are combined with those of the levels above")
  func baseURLs() throws {
    let presentation = try Manifests.read(
      "",
      """
      <BaseURL>https://one.example/x/</BaseURL><BaseURL serviceLocation="two">//two.example/y/</BaseURL>
      <Period duration="PT1S"><BaseURL>p/</BaseURL>
      <AdaptationSet><BaseURL availabilityTimeOffset="1.5">s/</BaseURL>
      <Representation id="a"><BaseURL availabilityTimeOffset="2" availabilityTimeComplete="false">r/</BaseURL>
      <SegmentTemplate media="$Number$.m4s" availabilityTimeOffset="1"/></Representation>
      <Representation id="b"><BaseURL>/abs/f.mp4</BaseURL></Representation>
      </AdaptationSet></Period>
      """
    )
    let first = try #require(presentation.representations.first)
    #expect(
      first.baseURLs.map(\.address) == [
        "https://one.example/x/p/s/r/", "https://two.example/y/p/s/r/",
      ]
    )
    #expect(first.baseURLs.map(\.serviceLocation) == [nil, "two"])
    #expect(first.segments.availabilityTimeOffset == 4.5)
    #expect(!first.segments.isAvailableComplete)
    let segment = try #require(first.segments[0])
    #expect(segment.location.address == "https://one.example/x/p/s/r/1.m4s")
    #expect(segment.location.alternatives == ["https://two.example/y/p/s/r/1.m4s"])
    #expect(
      presentation.representations[1].baseURLs.map(\.address)
        == ["https://one.example/abs/f.mp4", "https://two.example/abs/f.mp4"]
    )
  }

  @Test("base URLs are sorted by dvb:priority, then in the order of the manifest")
  func priorities() throws {
    let presentation = try Manifests.read(
      #"xmlns:dvb="urn:dvb:dash:dash-extensions:2014-1""#,
      """
      <BaseURL dvb:priority="3">https://three.example/</BaseURL><BaseURL>https://one.example/</BaseURL>
      <BaseURL dvb:priority="2">https://two.example/</BaseURL><BaseURL dvb:priority="x">https://x.example/</BaseURL>
      <Period duration="PT1S"><AdaptationSet>
      <Representation id="a"><BaseURL>r/</BaseURL><SegmentTemplate media="$Number$.m4s"/></Representation>
      </AdaptationSet></Period>
      """
    )
    let first = try #require(presentation.representations.first)
    #expect(
      first.segments[0]?.location.addresses == [
        "https://one.example/r/1.m4s", "https://x.example/r/1.m4s", "https://two.example/r/1.m4s",
        "https://three.example/r/1.m4s",
      ]
    )
    #expect(first.baseURLs.map(\.priority) == [1, 1, 2, 3])
    #expect(presentation.notes.map(\.subject).contains("BaseURL@dvb:priority"))
  }

  @Test("the total number of base URLs of all levels is limited")
  func manyBaseURLs() throws {
    let many = (0..<100).map { "<BaseURL>\($0)/</BaseURL>" }.joined()
    let presentation = try Manifests.read(
      "",
      "\(many)<Period duration=\"PT1S\">\(many)<AdaptationSet>\(many)<Representation id=\"a\">\(many)"
        + "</Representation></AdaptationSet></Period>"
    )
    #expect(presentation.representations[0].baseURLs.count == ManifestLimits().baseURLs)
  }

  @Test("a Representation inherits the event streams and the encryption of its AdaptationSet")
  func descriptions() throws {
    let presentation = try Manifests.read(
      #"xmlns:cenc="urn:mpeg:cenc:2013""#,
      """
      <Period duration="PT1S"><BaseURL>f.mp4</BaseURL><AdaptationSet id="7" mimeType="audio/mp4" codecs="mp4a.40.2" lang="en">
      <ContentProtection schemeIdUri="urn:mpeg:dash:mp4protection:2011" value="cenc" cenc:default_KID="k"/>
      <InbandEventStream schemeIdUri="https://aomedia.org/emsg/ID3" value="0"/>
      <Role schemeIdUri="urn:mpeg:dash:role:2011" value="main"/>
      <Representation id="a" bandwidth="2"><InbandEventStream schemeIdUri="urn:x" timescale="48000"
        presentationTimeOffset="96000"/></Representation>
      <Representation id="b" bandwidth="1" mimeType="video/mp2t"/></AdaptationSet></Period>
      """
    )
    let set = try #require(presentation.periods.first?.adaptationSets.first)
    #expect(set.contentType == "audio")
    #expect(set.language == "en")
    #expect(set.roles == [SchemeDescriptor(scheme: "urn:mpeg:dash:role:2011", value: "main")])
    #expect(set.smallest?.id == "b")
    let first = set.representations[0]
    #expect(first.inbandEventStreams.map(\.scheme) == ["https://aomedia.org/emsg/ID3", "urn:x"])
    #expect(first.inbandEventStreams.map(\.presentationTimeOffset) == [nil, 96000])
    #expect(first.contentProtections.map(\.defaultKeyID) == ["k"])
    #expect(first.isEncrypted)
    #expect(first.codecs == "mp4a.40.2")
    #expect(presentation.notes.map(\.subject) == ["MPEG-2 TS in DASH"])
  }
}
