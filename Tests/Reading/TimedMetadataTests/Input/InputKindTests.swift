import ReaderTestSupport
import TestSupport
import Testing

@testable import TimedMetadata

@Suite struct InputKindTests {
  private static let audio = SampleAudio.adts(count: 5)
  private static let tag = SampleAudio.tag("a")
  private static let packets: [UInt8] = {
    var builder = StreamBuilder()
    builder.tables()
    builder.tags(3)
    return builder.bytes
  }()
  private static let junk = [UInt8](repeating: 0x80, count: 333)

  private func kind(_ bytes: [UInt8], pieceSize: Int) throws -> InputKind {
    let chunks = ChunkReader(MemorySource(bytes, pieceSize: pieceSize))
    let (kind, start) = try InputKind.detect(in: chunks)
    #expect(start.starts(with: bytes.prefix(1 << 12)))
    var all: [UInt8] = []
    while case let chunk = try chunks.next(), !chunk.isEmpty { all += chunk }
    #expect(all == bytes, "detection must not use up bytes")
    return kind
  }

  @Test(
    "the kind of an input is detected from its bytes",
    arguments: [
      (audio, .packedAudio), (SampleAudio.mp3 + SampleAudio.mp3, .packedAudio),
      (SampleAudio.ac3 + SampleAudio.ac3, .packedAudio),
      (SampleAudio.eac3() + SampleAudio.eac3(type: 1), .packedAudio),
      (tag + audio, .packedAudio), (tag + tag + SampleAudio.mp3, .packedAudio),
      (tag, .packedAudio), (tag + junk + audio, .packedAudio), (junk + audio, .packedAudio),
      (tag.dropLast(3), .packedAudio),
      (tag + packets, .transportStream), (packets, .transportStream),
      (junk + packets, .transportStream), (tag + junk + packets, .transportStream),
      (junk, .transportStream), (SampleAudio.adts() + junk, .transportStream),
      (SampleAudio.adts() + SampleAudio.mp3 + junk, .transportStream),
      (Array("#EXTM3U\n".utf8), .playlist), (Array("GET / HTTP/1.1\n".utf8), .text),
      (Array("<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\">".utf8), .manifest),
      (
        [0xEF, 0xBB, 0xBF] + Array("<?xml version=\"1.0\"?>\n<!-- <a> -->\n<d:MPD>".utf8), .manifest
      ),
      (Array("<MPD/>".utf16.flatMap { [UInt8($0), 0] }), .manifest),
      (Array("<MPDS/>".utf8), .text), (Array("<html><MPD/>".utf8), .text),
      ([0, 0, 0, 24] + Array("ftypisom".utf8), .isoMedia),
      ([0x1F, 0x8B, 0x08] + junk, .compressed(.gzip)),
      (Array("BZh91AY".utf8) + junk, .compressed(.bzip2)),
      ([0x50, 0x4B, 0x03, 0x04] + junk, .compressed(.zip)),
      // A stream that begins in the middle of a packet.
      ([0x1F, 0x8B, 0x08] + packets, .transportStream),
    ] as [([UInt8], InputKind)]
  )
  func kinds(bytes: [UInt8], expected: InputKind) throws {
    #expect(try kind(bytes, pieceSize: .max) == expected)
    #expect(try kind(bytes, pieceSize: 1) == expected)
  }

  @Test(
    "AAC inside transport stream packets is not detected as packed audio",
    arguments: [188, 192, 204]
  )
  func audioInPackets(stride: Int) throws {
    // The first packet is cut, so that neither kind is recognized at the start.
    var packet: [UInt8] = [0x47, 0x41, 0x01, 0x10]
    for _ in 0..<4 { packet += SampleAudio.adts(size: 30) }
    packet += [UInt8](repeating: 0, count: stride - packet.count)
    let bytes = (0..<40).flatMap { _ in packet }.dropFirst(50)
    #expect(try kind(Array(bytes), pieceSize: .max) == .transportStream)
  }

  @Test(
    "boxes, text, playlists, tags and packets are recognized by their first bytes",
    arguments: [
      (ISOMediaBuilder.fileType(), .isoMedia),
      (ISOMediaBuilder.message([], at: 0), .isoMedia),
      (ISOMediaBuilder.largeBox("mdat", []), .isoMedia),
      (Array("The free encyclopedia\n".utf8), .text),
      (Array("#EXTM3U\n".utf8), .playlist),
      (StreamBuilder.tag(0), .leadingID3),
      ([0x47, 0x40, 0, 0x10], .transportStream),
      ([0, 1, 2, 3, 4, 5, 6, 7, 8], .transportStream),
    ] as [([UInt8], InputKind)]
  )
  func firstBytes(bytes: [UInt8], expected: InputKind) {
    #expect(bytes.withUnsafeBytes { InputKind($0) } == expected)
  }
}
