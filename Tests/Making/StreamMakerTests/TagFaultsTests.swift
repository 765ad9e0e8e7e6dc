import NielsenTag
import StreamMaker
import Testing

/// Each test checks that a fault changes the tags as intended and, in most tests, nothing else.
@Suite struct TagFaultsTests {
  /// The index of the tag with the fault, after DATA, INFO and DATA.
  private let struck = 3

  private func payload(_ tag: [UInt8]) throws -> NielsenPayload {
    try #require(NielsenPayload(bytes: Array(tag[20..<269])))
  }

  /// The tag with the fault, in the clean and the faulty stream. Expects that everything else is equal.
  private func struckTag(_ fault: String) throws -> (before: [UInt8], after: [UInt8]) {
    let pair = try Pair(fault)
    #expect(pair.changedTags == [struck])
    #expect(pair.hasSameRest)
    #expect(pair.hasSameTables)
    #expect(pair.hasSameHeaders)
    #expect(pair.faulty.continuityGaps.isEmpty)
    #expect(pair.faulty.pes().allSatisfy { $0.length == $0.rest })
    return (pair.clean.tags[struck], pair.faulty.tags[struck])
  }

  /// The offsets of differing bytes in two tags of equal length.
  private func differences(_ tags: (before: [UInt8], after: [UInt8])) -> [Int] {
    guard tags.before.count == tags.after.count else { return [-1] }
    return tags.before.indices.filter { tags.before[$0] != tags.after[$0] }
  }

  @Test("tag-present: no tag has Nielsen's owner identifier")
  func present() throws {
    let pair = try Pair("tag-present")
    #expect(pair.faulty.tags.count == pair.clean.tags.count)
    for (before, after) in zip(pair.clean.tags, pair.faulty.tags) {
      #expect(differences((before, after)).allSatisfy { (20..<35).contains($0) })
      #expect(NielsenPayload(bytes: Array(after[20..<269])) == nil)
      #expect(after.starts(with: "ID3".utf8))
    }
    #expect(pair.hasSameRest)
    #expect(pair.hasSameTables)
  }

  @Test("tag-count: two thirds of the tags are present, and no gap is too long")
  func count() throws {
    let pair = try Pair("tag-count", minutes: 6.5)
    let payloads = try pair.faulty.tags.map(payload).filter { $0.kind == .data }
    #expect(payloads.count == 25)
    #expect(payloads.count < Int(0.75 * 390 / 10))
    let times = payloads.compactMap(\.lastTagTime)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 15 })
    #expect(payloads.allSatisfy { $0.checksumValid == true })
    let numbers = try pair.faulty.tags.map(payload).compactMap(\.sequence)
    #expect(numbers == Array(1...UInt16(numbers.count)))
    let offsets = payloads.compactMap(\.fdOffset)
    #expect(zip(offsets, offsets.dropFirst()).allSatisfy { $1 - $0 == 15 })
    let pts = pair.faulty.pes().compactMap(\.pts)
    #expect(zip(pts, pts.dropFirst()).allSatisfy { $0 < $1 })
    #expect(pair.hasSameRest)
  }

  @Test("tag-layout: a letter replaces one slash, and CIDs and watermark are unchanged")
  func layout() throws {
    let tags = try struckTag("tag-layout")
    #expect(differences(tags) == [260])
    let broken = try payload(tags.after)
    #expect(broken.faults.map(\.code) == [.separator])
    #expect(broken.checksumValid == true)
    #expect(broken.fdCID == (try payload(tags.before).fdCID))
  }

  @Test("tag-encoding: one character is a plus sign of standard base64")
  func encoding() throws {
    let tags = try struckTag("tag-encoding")
    #expect(differences(tags) == [64])
    #expect(try payload(tags.after).faults.map(\.code) == [.standardBase64])
  }

  @Test(
    "tag-header, tag-trailer: one byte outside the payload is 0",
    arguments: [
      ("tag-header", 5), ("tag-trailer", 270),
    ]
  )
  func envelope(fault: String, offset: Int) throws {
    let tags = try struckTag(fault)
    #expect(differences(tags) == [offset])
    #expect(tags.after[offset] == 0)
  }

  @Test("tag-extra-frames: a TXXX frame follows, and the tag's size includes it")
  func extraFrames() throws {
    let tags = try struckTag("tag-extra-frames")
    #expect(Array(tags.after[10..<271]) == Array(tags.before[10...]))
    #expect(tags.after[271...].starts(with: "TXXX".utf8))
    let size = tags.after[6..<10].reduce(0) { $0 << 7 | Int($1) }
    #expect(size == tags.after.count - 10)
    #expect(tags.after[274 + 4] == UInt8(tags.after.count - 281))
  }

  @Test("tag-truncated: tag and PES packet have 170 bytes, but the tag's size field is unchanged")
  func truncated() throws {
    let tags = try struckTag("tag-truncated")
    #expect(tags.after == Array(tags.before.prefix(170)))
  }

  @Test("tag-trailing-bytes: twelve bytes follow a complete tag")
  func trailingBytes() throws {
    let tags = try struckTag("tag-trailing-bytes")
    #expect(Array(tags.after.prefix(271)) == tags.before)
    #expect(tags.after.count == 283)
    #expect(!tags.after.suffix(12).allSatisfy { $0 == 0 })
  }

  @Test("tag-checksum: the payload is well formed, but its checksum is wrong")
  func checksum() throws {
    let tags = try struckTag("tag-checksum")
    #expect(differences(tags) == [106])
    let broken = try payload(tags.after)
    #expect(broken.faults == [])
    #expect(broken.checksumValid == false)
    #expect(broken.kind == .data)
  }

  @Test("tag-type: the type is 7, and the checksum is correct")
  func type() throws {
    let broken = try payload(struckTag("tag-type").after)
    #expect(broken.typeByte == 7)
    #expect(broken.checksumValid == true)
    #expect(broken.kind == .data)
  }

  @Test("tag-sequence: three numbers are skipped before every tenth DATA tag")
  func sequence() throws {
    let pair = try Pair("tag-sequence", minutes: 6.5)
    let numbers = try pair.faulty.tags.map(payload).compactMap(\.sequence).map(Int.init)
    let steps = zip(numbers, numbers.dropFirst()).map { $1 - $0 }
    #expect(steps.filter { $0 == 4 }.count == 3)
    #expect(steps.filter { $0 == 1 }.count == steps.count - 3)
    #expect(try pair.faulty.tags.map(payload).allSatisfy { $0.checksumValid == true })
    #expect(pair.faulty.pes().map(\.pts) == pair.clean.pes().map(\.pts))
    #expect(pair.hasSameRest)
  }

  @Test("tag-duplicate: the same bytes are repeated one second later")
  func duplicate() throws {
    let pair = try Pair("tag-duplicate")
    var tags = pair.faulty.tags
    #expect(tags[struck + 1] == tags[struck])
    let pes = pair.faulty.pes()
    #expect(pes[struck + 1].pts == pes[struck].pts.map { $0 + 90_000 })
    tags.remove(at: struck + 1)
    #expect(tags == pair.clean.tags)
    #expect(pair.hasSameRest)
    #expect(pair.faulty.continuityGaps.isEmpty)
  }

  @Test("tag-breakout: the breakout is 03")
  func breakout() throws {
    let tags = try struckTag("tag-breakout")
    #expect(differences(tags) == [268])
    #expect(try payload(tags.after).breakout == "03")
  }

  @Test("tag-offset-null-cid: the PC CID is null, but its offset is not 0")
  func offsetOfNullCID() throws {
    let tags = try struckTag("tag-offset-null-cid")
    #expect(differences(tags).allSatisfy { (36..<60).contains($0) })
    let broken = try payload(tags.after)
    #expect(broken.pcCID == .null)
    #expect((broken.pcOffset ?? 0) > 0)
  }

  @Test("tag-offset-range: one tag has an FD offset of more than a day and a different FD CID")
  func offsetRange() throws {
    let tags = try struckTag("tag-offset-range")
    let (before, after) = (try payload(tags.before), try payload(tags.after))
    #expect(after.fdOffset == 95_012)
    #expect(after.fdCID != before.fdCID)
    #expect(after.pcOffset == before.pcOffset)
  }

  @Test("tag-null-cids: both CIDs are null with offsets 0 from 30 s to 90 s")
  func nullCIDs() throws {
    let pair = try Pair("tag-null-cids")
    let payloads = try pair.faulty.tags.map(payload).filter { $0.kind == .data }
    let null = payloads.filter { $0.pcCID == .null && $0.fdCID == .null }
    #expect(null.count == 7)
    #expect(null.allSatisfy { $0.pcOffset == 0 && $0.fdOffset == 0 && $0.checksumValid == true })
    #expect(pair.changedTags?.count == 7)
    #expect(pair.hasSameRest)
  }

  @Test("tag-cid-change: the FD CID changes at the third DATA tag")
  func cidChange() throws {
    let pair = try Pair("tag-cid-change")
    let payloads = try pair.faulty.tags.map(payload).filter { $0.kind == .data }
    #expect(Set(payloads[..<2].map(\.fdCID)).count == 1)
    #expect(Set(payloads[2...].map(\.fdCID)).count == 1)
    #expect(payloads[1].fdCID != payloads[2].fdCID)
    #expect(
      payloads.map(\.fdOffset)
        == (try pair.clean.tags.map(payload)).filter {
          $0.kind == .data
        }.map(\.fdOffset)
    )
  }

  @Test("tag-cid-alternation: the FD CID alternates between DATA tags, and nothing else changes")
  func cidAlternation() throws {
    let pair = try Pair("tag-cid-alternation")
    let payloads = try pair.faulty.tags.map(payload)
    let cids = payloads.filter { $0.kind == .data }.map(\.fdCID)
    #expect(Set(cids).count == 2)
    #expect(zip(cids, cids.dropFirst()).allSatisfy { $0 != $1 })
    #expect(payloads.allSatisfy { $0.checksumValid == true })
    #expect(pair.hasSameRest)
  }

  @Test("tag-cid-conflict: a second PID has the same tags with a different FD CID")
  func cidConflict() throws {
    let pair = try Pair("tag-cid-conflict")
    #expect(pair.faulty.pes(0x102).map(\.payload) == pair.clean.tags)
    let second = pair.faulty.pes(0x1f0)
    #expect(second.map(\.pts) == pair.clean.pes().map(\.pts))
    let payloads = try second.map { try payload($0.payload) }
    let originals = try pair.clean.tags.map(payload)
    #expect(payloads.map(\.sequence) == originals.map(\.sequence))
    #expect(payloads.allSatisfy { $0.checksumValid == true })
    for (payload, original) in zip(payloads, originals) {
      #expect((payload.fdCID == original.fdCID) == (payload.kind == .info))
    }
    #expect(pair.faulty.maps().allSatisfy { $0.streams.map(\.pid).suffix(2) == [0x102, 0x1f0] })
  }
}
