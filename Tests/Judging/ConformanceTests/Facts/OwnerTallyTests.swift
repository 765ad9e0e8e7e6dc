import ID3
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("Owners of tags")
struct OwnerTallyTests {
  private func tag(_ frames: ID3Frame...) throws -> TimedMetadataEvent {
    let bytes = try ID3Tag(frames: frames).encoded()
    return MadeTag.of(bytes: bytes, time: 3)
  }

  private func userText(_ description: String, _ value: String) -> ID3Frame {
    ID3Frame(
      id: "TXXX",
      content: .userText(encoding: .utf8, description: description, values: [value])
    )
  }

  private func owners(_ events: [TimedMetadataEvent]) -> [TagOwner] {
    var checker = Checker(input: "a.ts", options: CheckOptions())
    for event in events { checker.receive(event) }
    return checker.report().owners
  }

  @Test("a report lists the non-Nielsen owners, and owners with more tags come first")
  func report() throws {
    let elemental = try tag(.priv(owner: "com.elementaltechnologies.timestamp.utc", data: [1]))
    let text = try tag(userText("segment", "x"))
    let found = owners(
      [MadeTag.other(time: 1), elemental, text, elemental] + (try MadeTag.dataTags(2))
    )
    #expect(
      found.map(\.owner) == [
        "com.elementaltechnologies.timestamp.utc", "TXXX: a", "TXXX: segment",
      ]
    )
    #expect(found.map(\.tags) == [2, 1, 1])
    #expect(found.map { $0.writer != nil } == [true, false, false])
  }

  @Test("an owner with a known name and further characters is reported as misspelled")
  func plural() throws {
    let owner = "com.apple.streaming.transportStreamTimestamps"
    let found = owners([try tag(.priv(owner: owner, data: [1]))])
    #expect(
      found.map(\.writer) == [
        "unknown owner; probably meant: com.apple.streaming.transportStreamTimestamp"
      ]
    )
  }

  @Test("Google DAI events are recognized by their value, Yospace events by their frames")
  func adInsertion() throws {
    let google = try tag(userText("", "google_5555"))
    let yospace = try tag(ID3Frame(id: "YMID", content: .data([1])))
    let found = owners([google, google, yospace])
    #expect(found.map(\.owner) == ["TXXX: google_…", "YMID"])
    #expect(found[0].writer?.hasPrefix("Google DAI") == true)
    #expect(found[1].writer?.hasPrefix("Yospace") == true)
  }

  @Test("owners beyond the capacity are counted together, and their names are printable")
  func limits() throws {
    let many = try (0..<40).map { try tag(.priv(owner: "o\($0)\u{1b}", data: [])) }
    let found = owners(many)
    #expect(found.count == OwnerTally.capacity + 1)
    #expect(found.reduce(0) { $0 + $1.tags } == 40)
    #expect(found.contains { $0.owner == OwnerTally.rest && $0.tags == 10 })
    #expect(found.allSatisfy { !$0.owner.contains("\u{1b}") })
  }

  @Test(
    "a misspelled owner is reported with the owner that was probably meant",
    arguments: [
      ("\u{3}com.apple.streaming.transportStreamTimestamp", "transportStreamTimestamp"),
      ("com.apple.streaming.transportstreamtimestamp", "transportStreamTimestamp"),
      ("com.elementaltechnologie.timestamp.utc", "com.elementaltechnologies.timestamp"),
      ("www.neilsen.com/abc", "www.nielsen.com/"), ("com.example.other", nil),
    ] as [(String, String?)]
  )
  func nearMiss(owner: String, meant: String?) throws {
    let found = owners([try tag(.priv(owner: owner, data: [1]))])
    let words = try #require(found.first).writer
    #expect(words?.hasPrefix("unknown owner; probably meant: ") == (meant == nil ? nil : true))
    if let meant { #expect(words?.hasSuffix(meant) == true, "\(words ?? "")") }
  }
}
