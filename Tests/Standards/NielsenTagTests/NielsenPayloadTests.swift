import NielsenTag
import System
import Testing

@Suite struct NielsenPayloadTests {
  @Test("all known values of public and synthetic payloads are read", arguments: PayloadVector.all)
  func vectors(vector: PayloadVector) throws {
    let payload = try #require(NielsenPayload(owner: vector.text))
    #expect(payload.text == vector.text)
    #expect(payload.faults == [])
    #expect(payload.kind == vector.kind)
    #expect(!payload.isKindUncertain)
    #expect(payload.pcCID?.bytes.hexadecimal == vector.pcCID)
    #expect(payload.fdCID?.bytes.hexadecimal == vector.fdCID)
    #expect(payload.pcOffset == vector.pcOffset)
    #expect(payload.fdOffset == vector.fdOffset)
    #expect(payload.breakout == vector.breakout)
    #expect(payload.sequence == vector.littleEndianSequence)
    #expect(payload.typeByte == vector.typeByte)
    #expect(payload.usedBlocks == vector.usedBlocks)
    #expect(payload.firstTagTime == vector.firstTagTime)
    #expect(payload.lastTagTime == vector.lastTagTime)
    #expect(payload.storedChecksum == vector.checksum)
    #expect(payload.computedChecksum == vector.checksum)
    #expect(payload.checksumValid == true)
    let blob = try #require(payload.watermark)
    #expect(blob.sequence(.bigEndian) == vector.bigEndianSequence)
    #expect(blob.block(0)?.hexadecimal == vector.blockZero)
    #expect(vector.text.contains("/\(blob.text)/"))
  }

  @Test("payloads and tags have the published SHA-256 digests", arguments: PayloadVector.all)
  func digests(vector: PayloadVector) throws {
    #expect(vector.text.utf8.count == NielsenPayload.byteCount)
    #expect(SHA256.hexadecimal(of: vector.text.utf8) == vector.payloadSHA256)
    let tag = try #require(TagEnvelope.tag(payload: Array(vector.text.utf8)))
    #expect(tag.count == TagEnvelope.tagByteCount)
    #expect(SHA256.hexadecimal(of: tag) == vector.tagSHA256)
  }

  @Test(
    "an owner identifier that is not Nielsen's, or not ASCII, is not a payload",
    arguments: [
      "", "www.nielsen.com", "www.nielsen.co/", "WWW.nielsen.com/",
      "www.domain.com/X100zdCIGeIlgZnkYj6UvQ==/X100zdCIGeIlgZnkYj6UvQ==/\(PayloadVector.blobOfD)"
        + "/00000/00000/00",
      "com.apple.streaming.transportStreamTimestamp",
      PayloadVector.a.text.replacing("21778", with: "2177é"),
    ]
  )
  func otherOwners(owner: String) {
    #expect(NielsenPayload(owner: owner) == nil)
  }

  @Test("a payload cut off inside the blob keeps its CIDs")
  func partial() throws {
    let payload = try #require(NielsenPayload(owner: PayloadVector.partial))
    #expect(payload.pcCID == .null)
    #expect(payload.fdCID?.text == "K8Upx4CjmUIss2lHq3rwXg==")
    #expect(payload.watermark == nil)
    #expect(payload.pcOffset == nil)
    #expect(payload.fdOffset == nil)
    #expect(payload.breakout == nil)
    #expect(payload.lastTagTime == nil)
    #expect(payload.checksumValid == nil)
    #expect(payload.kind == .data)
    #expect(!payload.isKindUncertain)
  }

  @Test("a payload cut at any character keeps its complete fields", arguments: 16..<249)
  func cut(count: Int) throws {
    let text = String(PayloadVector.a.text.prefix(count))
    let payload = try #require(NielsenPayload(owner: text))
    #expect((payload.pcCID != nil) == (count >= 40))
    #expect((payload.fdCID != nil) == (count >= 65))
    #expect((payload.watermark != nil) == (count >= 234))
    #expect((payload.pcOffset != nil) == (count >= 240))
    #expect((payload.fdOffset != nil) == (count >= 246))
    #expect(payload.breakout == nil)
    #expect(payload.faults.contains { $0.code == .payloadLength })
  }

  @Test("an unreadable field of a payload is nil, and the other fields are kept")
  func oneBadField() throws {
    let text = PayloadVector.c.text.replacing("/12000/", with: "/12x00/")
    let payload = try #require(NielsenPayload(owner: text))
    #expect(payload.fdOffset == nil)
    #expect(payload.pcOffset == 10200)
    #expect(payload.breakout == "00")
    #expect(payload.lastTagTime == PayloadVector.c.lastTagTime)
  }

  @Test("a missing separator in a payload makes only the two adjacent fields unreadable")
  func missingSeparator() throws {
    var bytes = Array(PayloadVector.c.text.utf8)
    bytes[65] = UInt8(ascii: "A")
    let payload = try #require(NielsenPayload(bytes: bytes))
    #expect(payload.pcCID?.bytes.hexadecimal == PayloadVector.c.pcCID)
    #expect(payload.fdCID == nil)
    #expect(payload.watermark == nil)
    #expect(payload.pcOffset == 10200)
    #expect(payload.fdOffset == 12000)
    #expect(payload.breakout == "00")
  }

  // MARK: - Classification

  @Test("a type byte with a valid checksum decides the kind, even against the CIDs")
  func typeByteDecides() throws {
    var content = TagContent(sample: .data)
    content.typeByte = 1
    #expect(try read(content).kind == .info)
    content.typeByte = 2
    content.pcCID = .null
    content.fdCID = .null
    (content.pcOffset, content.fdOffset) = (0, 0)
    content.lastTagTime = content.firstTagTime
    let payload = try read(content)
    #expect(payload.kind == .data)
    #expect(!payload.isKindUncertain)
  }

  @Test("a payload without a valid checksum is DATA if it has a CID or an offset")
  func sourceMakesData() throws {
    var content = TagContent(sample: .info)
    content.fdCID = try #require(ContentID(bytes: Array(0..<16)))
    var payload = try read(content, breakingChecksum: true)
    #expect(payload.kind == .data)
    #expect(!payload.isKindUncertain)
    content.fdCID = .null
    content.pcOffset = 1
    payload = try read(content, breakingChecksum: true)
    #expect(payload.kind == .data)
    #expect(!payload.isKindUncertain)
  }

  @Test("a payload without a valid checksum is INFO if it has no source and covers no time")
  func noDurationMakesInfo() throws {
    let payload = try read(TagContent(sample: .info), breakingChecksum: true)
    #expect(payload.kind == .info)
    #expect(!payload.isKindUncertain)
  }

  @Test(
    "a payload without evidence of its kind is read as uncertain DATA",
    arguments: [(1_700_000_000, 1_700_000_010), (130, 130), (4_200_000_000, 4_200_000_000)]
  )
  func uncertain(first: UInt32, last: UInt32) throws {
    var content = TagContent(sample: .info)
    (content.firstTagTime, content.lastTagTime) = (first, last)
    let payload = try read(content, breakingChecksum: true)
    #expect(payload.kind == .data)
    #expect(payload.isKindUncertain)
  }

  @Test("if the type byte is unknown, CIDs, offsets and tag times decide the kind")
  func unknownType() throws {
    var content = TagContent(sample: .info)
    content.typeByte = 7
    #expect(try read(content).kind == .info)
    content = TagContent(sample: .data)
    content.typeByte = 7
    #expect(try read(content).kind == .data)
  }

  @Test("if the blob model is not used, the blob's fields are nil and do not affect the kind")
  func withoutBlobModel() throws {
    let payload = try read(TagContent(sample: .info)).withoutBlobModel()
    #expect(payload.kind == .data)
    #expect(payload.isKindUncertain)
    #expect(payload.sequence == nil)
    #expect(payload.typeByte == nil)
    #expect(payload.firstTagTime == nil)
    #expect(payload.lastTagTime == nil)
    #expect(payload.checksumValid == nil)
    #expect(payload.usedBlocks == nil)
    #expect(payload.watermark != nil)
    #expect(payload.pcCID == .null)
  }

  /// The payload of `content`, optionally with a wrong checksum.
  private func read(
    _ content: TagContent,
    breakingChecksum: Bool = false
  ) throws -> NielsenPayload {
    var bytes = try content.payload()
    if breakingChecksum {
      // The last character before the padding has four bits of the checksum's low byte.
      let position = PayloadField.watermark.end - 2
      bytes[position] = bytes[position] == UInt8(ascii: "A") ? UInt8(ascii: "E") : UInt8(ascii: "A")
    }
    let payload = try #require(NielsenPayload(bytes: bytes))
    #expect(payload.checksumValid == !breakingChecksum)
    return payload
  }
}

extension TagContent {
  /// Synthetic vector S1 or S2.
  init(sample kind: NielsenPayload.Kind) {
    let null = ContentID.null.bytes
    let source = ContentID(bytes: Array(UInt8(0xa0)...0xaf)) ?? .null
    let used = kind == .data ? 5 : 4
    var blocks = (0..<used).flatMap { index in (0..<16).map { UInt8(16 * (index + 1) + $0) } }
    blocks += null + null
    if kind == .info { blocks += [UInt8](repeating: 0, count: 16) }
    self.init(
      pcCID: .null,
      fdCID: kind == .data ? source : .null,
      sequence: kind == .data ? 0x0101 : 0x0202,
      kind: kind,
      blocks: blocks,
      firstTagTime: kind == .data ? 1_700_000_000 : 1_700_000_012,
      lastTagTime: kind == .data ? 1_700_000_010 : 1_700_000_012,
      pcOffset: 0,
      fdOffset: kind == .data ? 21778 : 0
    )
  }
}
