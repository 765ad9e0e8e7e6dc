import ReaderTestSupport
import Testing

@testable import TimedMetadata

@Suite struct AudioFrameHeaderTests {
  typealias Codec = AudioFrameHeader.Codec

  private func header(_ bytes: [UInt8]) -> AudioFrameHeader? {
    bytes.withUnsafeBytes { AudioFrameHeader($0, at: 0) }
  }

  @Test(
    "a frame header gives codec, sample rate, sample count and frame size",
    arguments: [
      (SampleAudio.adts(size: 371, frequencyIndex: 4), .adts, 44_100, 1024, 371),
      (SampleAudio.adts(size: 8191, frequencyIndex: 12, blocks: 4), .adts, 7350, 4096, 8191),
      ([0xFF, 0xF9, 0x50, 0x80, 0x01, 0x3F, 0xFC], .adts, 44_100, 1024, 9),
      // MPEG-1 layer 3, 128 kbit/s, 44.1 kHz, without and with padding.
      ([0xFF, 0xFB, 0x90, 0, 0, 0, 0], .mpeg(layer: 3), 44_100, 1152, 417),
      ([0xFF, 0xFB, 0x92, 0, 0, 0, 0], .mpeg(layer: 3), 44_100, 1152, 418),
      // MPEG-2 layer 3, 64 kbit/s, 22.05 kHz.
      ([0xFF, 0xF3, 0x80, 0, 0, 0, 0], .mpeg(layer: 3), 22_050, 576, 208),
      // MPEG-2.5 layer 3, 8 kbit/s, 8 kHz.
      ([0xFF, 0xE3, 0x18, 0, 0, 0, 0], .mpeg(layer: 3), 8000, 576, 72),
      // MPEG-1 layer 2, 192 kbit/s, 48 kHz.
      ([0xFF, 0xFD, 0xA4, 0, 0, 0, 0], .mpeg(layer: 2), 48_000, 1152, 576),
      // MPEG-1 layer 1, 32 kbit/s, 44.1 kHz: slots of four bytes.
      ([0xFF, 0xFF, 0x10, 0, 0, 0, 0], .mpeg(layer: 1), 44_100, 384, 32),
      ([0xFF, 0xFF, 0x12, 0, 0, 0, 0], .mpeg(layer: 1), 44_100, 384, 36),
      // AC-3: 384 kbit/s at 48 kHz; 32 kbit/s at 44.1 kHz with the odd size; half rate.
      ([0x0B, 0x77, 0xB8, 0xE0, 0x1C, 0x30, 0xE1], .ac3, 48_000, 1536, 1536),
      ([0x0B, 0x77, 0, 0, 0x41, 0x40, 0], .ac3, 44_100, 1536, 140),
      ([0x0B, 0x77, 0, 0, 0x80, 0x48, 0], .ac3, 16_000, 1536, 192),
      // E-AC-3: six blocks, one block, a half rate, a dependent substream, a second programme.
      (SampleAudio.eac3(), .ac3, 48_000, 1536, 64),
      ([0x0B, 0x77, 0x07, 0xFF, 0x00, 0x80, 0], .ac3, 48_000, 256, 4096),
      ([0x0B, 0x77, 0x00, 0x1F, 0xD0, 0x80, 0], .ac3, 22_050, 1536, 64),
      (SampleAudio.eac3(type: 1), .ac3, 48_000, 0, 64),
      (SampleAudio.eac3(substream: 2), .ac3, 48_000, 0, 64),
    ] as [([UInt8], Codec, Int, Int, Int)]
  )
  func fields(bytes: [UInt8], codec: Codec, rate: Int, samples: Int, size: Int) {
    #expect(
      header(bytes)
        == AudioFrameHeader(codec: codec, sampleRate: rate, sampleCount: samples, frameSize: size)
    )
  }

  @Test(
    "bytes that are too few, invalid or unsupported are not read as a frame header",
    arguments: [
      [], [0xFF, 0xF1, 0x4C, 0x80, 0x08, 0x1F], [0x47, 0x40, 0, 0x10, 0, 0, 0],
      // ADTS: reserved frequency; length shorter than the header.
      [0xFF, 0xF1, 0x74, 0x80, 0x08, 0x1F, 0xFC], [0xFF, 0xF1, 0x4C, 0x80, 0x00, 0xDF, 0xFC],
      [0xFF, 0xF0, 0x4C, 0x80, 0x01, 0x1F, 0xFC],
      // MPEG: reserved version, free format, reserved bit rate, frequency and emphasis.
      [0xFF, 0xEB, 0x90, 0, 0, 0, 0], [0xFF, 0xFB, 0x00, 0, 0, 0, 0],
      [0xFF, 0xFB, 0xF0, 0, 0, 0, 0],
      [0xFF, 0xFB, 0x9C, 0, 0, 0, 0], [0xFF, 0xFB, 0x90, 2, 0, 0, 0],
      // AC-3: reserved rate, size code and bsid; E-AC-3: reserved type, rates and a size too small.
      [0x0B, 0x77, 0, 0, 0xC0, 0x40, 0], [0x0B, 0x77, 0, 0, 0x26, 0x40, 0],
      [0x0B, 0x77, 0, 0, 0, 0x88, 0],
      [0x0B, 0x77, 0xC0, 0x1F, 0x30, 0x80, 0], [0x0B, 0x77, 0, 0x1F, 0xF0, 0x80, 0],
      [0x0B, 0x77, 0, 0x01, 0x30, 0x80, 0],
    ] as [[UInt8]]
  )
  func noHeader(bytes: [UInt8]) {
    // bsid 17 is not defined; 0x88 is 17 << 3.
    #expect(header(bytes) == nil)
  }

  @Test("every accepted header has a frame size of at least the header size")
  func sizes() {
    for second in UInt8(0xE0)...0xFF {
      for third in UInt8.min...0xFF {
        let bytes: [UInt8] = [0xFF, second, third, 0, 0, 0xE0, 0]
        if let header = header(bytes) {
          #expect((7...8191).contains(header.frameSize))
          #expect(header.sampleRate >= 7350)
        }
      }
    }
  }
}
