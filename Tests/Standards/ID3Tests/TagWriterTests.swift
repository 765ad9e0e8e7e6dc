import ID3
import Testing

@Suite struct TagWriterTests {
  private func code(_ tag: ID3Tag) -> ID3Error.Code? {
    do {
      _ = try tag.encoded()
      return nil
    } catch {
      return error.code
    }
  }

  @Test(
    "a tag of an unknown ID3 version is refused",
    arguments: [(1, 0), (5, 0), (4, 255)] as [(UInt8, UInt8)]
  )
  func versions(major: UInt8, revision: UInt8) {
    let version = ID3Version(major: major, revision: revision)
    #expect(code(ID3Tag(version: version, frames: [])) == .unsupportedVersion)
  }

  @Test("a header flag, an extended header field or a footer of another version is refused")
  func notInVersion() {
    #expect(code(ID3Tag(version: .v22, isExperimental: true, frames: [])) == .notInVersion)
    #expect(
      code(ID3Tag(version: .v22, extendedHeader: ID3ExtendedHeader(), frames: [])) == .notInVersion
    )
    #expect(code(ID3Tag(version: .v23, frames: [], hasFooter: true)) == .notInVersion)
    #expect(
      code(ID3Tag(version: .v23, extendedHeader: ID3ExtendedHeader(isUpdate: true), frames: []))
        == .notInVersion
    )
    #expect(
      code(ID3Tag(version: .v23, extendedHeader: ID3ExtendedHeader(restrictions: 1), frames: []))
        == .notInVersion
    )
  }

  @Test(
    "padding that is negative or exceeds the size field is refused",
    arguments: [-1, 0x1000_0000, Int.max]
  )
  func padding(count: Int) {
    #expect(code(ID3Tag(frames: [], paddingCount: count)) == .tooLarge)
  }

  @Test("a body whose size needs more than 28 bits is refused")
  func tooLarge() {
    #expect(
      code(ID3Tag(frames: [.priv(owner: "", data: [])], paddingCount: 0x0fff_ffff)) == .tooLarge
    )
  }

  @Test("an ID3 error names the frame, the fault and the remedy")
  func description() {
    let tag = ID3Tag(frames: [ID3Frame(id: "TIT2", content: .text(encoding: .utf8, values: []))])
    #expect(throws: ID3Error.self) { try tag.encoded() }
    do {
      _ = try tag.encoded()
    } catch {
      #expect(error.frameID == "TIT2")
      #expect(
        error.description == "ID3 frame TIT2: no text: give at least one string, which may be empty"
      )
    }
  }

  @Test("a 2.3 tag with checksum and padding has the bytes that the standard requires")
  func bytes23() throws {
    let tag = ID3Tag(
      version: .v23,
      extendedHeader: ID3ExtendedHeader(hasChecksum: true),
      frames: [ID3Frame(id: "XABC", content: .data([7]))],
      paddingCount: 2
    )
    // CRC-32 of 58414243000000010000 07, computed with zlib.
    #expect(
      try tag.encoded()
        == bytes(
          "494433 0300 40 0000001b 0000000a 8000 00000002 a92cfd5a 58414243 00000001 0000 07 0000"
        )
    )
  }
}
