import NielsenTag
import Testing

@Suite struct WatermarkBlobTests {
  /// The blob of vector D, read from a payload that is built around it, because only the blob of D is intact.
  private func blobOfD() throws -> WatermarkBlob {
    let null = ContentID.null.text
    let owner = "www.nielsen.com/\(null)/\(null)/\(PayloadVector.blobOfD)/00000/00000/00"
    return try #require(NielsenPayload(owner: owner)?.watermark)
  }

  @Test("all known values of the public blob D are read")
  func vectorD() throws {
    let blob = try blobOfD()
    #expect(blob.bytes.prefix(3).hexadecimal == "e64d02")
    #expect(blob.typeByte == 2)
    #expect(blob.sequence(.littleEndian) == 0x4de6)
    #expect(blob.sequence(.bigEndian) == 0xe64d)
    #expect(blob.sequence() == blob.sequence(WatermarkBlob.sequenceByteOrder))
    #expect(blob.firstTagTime == 1_387_412_614)
    #expect(blob.lastTagTime == 1_387_412_624)
    #expect(blob.storedChecksum == 0x3cf6)
    #expect(blob.isChecksumValid)
    #expect(blob.usedBlocks == [0, 1, 2, 3, 4])
    #expect(blob.block(5)?.hexadecimal == PayloadVector.nullCID)
    #expect(blob.text == PayloadVector.blobOfD)
  }

  @Test("a changed byte makes the checksum of a blob invalid")
  func changed() throws {
    var bytes = try blobOfD().bytes
    bytes[50] &+= 1
    let blob = try #require(WatermarkBlob(bytes: bytes))
    #expect(!blob.isChecksumValid)
    #expect(blob.storedChecksum == 0x3cf6)
    #expect(blob.computedChecksum == 0x3cf7)
  }

  @Test("the checksum of a blob with the largest values does not overflow")
  func largestSum() throws {
    let blob = try #require(WatermarkBlob(bytes: [UInt8](repeating: 255, count: 125)))
    #expect(blob.computedChecksum == 31_365)
    #expect(blob.firstTagTime == 4_294_967_295)
  }

  @Test("a blob is made only from 125 bytes, and has seven blocks")
  func bounds() throws {
    #expect(WatermarkBlob(bytes: [UInt8](repeating: 0, count: 124)) == nil)
    #expect(WatermarkBlob(bytes: [UInt8](repeating: 0, count: 126)) == nil)
    let blob = try blobOfD()
    #expect(blob.block(-1) == nil)
    #expect(blob.block(7) == nil)
    #expect(blob.block(6)?.count == 16)
  }
}
