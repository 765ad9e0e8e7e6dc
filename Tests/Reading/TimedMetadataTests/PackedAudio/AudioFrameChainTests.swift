import ReaderTestSupport
import Testing

@testable import TimedMetadata

@Suite struct AudioFrameChainTests {
  private func verdict(
    _ bytes: [UInt8],
    isLast: Bool = false,
    needed: Int = 3
  ) -> AudioFrameChain.Verdict {
    bytes.withUnsafeBytes {
      AudioFrameChain.verdict($0, at: 0, isLast: isLast, needed: needed)
    }
  }

  @Test("enough consecutive frames confirm audio, and fewer frames leave the result undecided")
  func row() {
    #expect(verdict(SampleAudio.adts(count: 4)) == .confirmed)
    #expect(verdict(SampleAudio.adts(count: 2)) == .undecided)
    #expect(verdict(SampleAudio.adts(count: 2), needed: 2) == .confirmed)
    #expect(verdict(Array(SampleAudio.adts().prefix(20))) == .undecided)
  }

  @Test("at the end of a segment, one whole frame, or two of which the last is cut, confirm audio")
  func end() {
    #expect(verdict(SampleAudio.adts(), isLast: true) == .confirmed)
    #expect(verdict(SampleAudio.adts(count: 2).dropLast(9), isLast: true) == .confirmed)
    #expect(verdict(SampleAudio.adts().dropLast(9), isLast: true) == .refused)
    #expect(verdict(SampleAudio.adts() + [0, 0], isLast: true) == .refused)
  }

  @Test("a tag after a frame confirms the frame, and a frame with other parameters does not")
  func neighbours() {
    let tag = SampleAudio.tag("a")
    #expect(verdict(SampleAudio.adts() + tag) == .confirmed)
    #expect(verdict(SampleAudio.adts() + Array("TAG".utf8) + tag) == .confirmed)
    #expect(verdict(SampleAudio.adts() + SampleAudio.adts(frequencyIndex: 4)) == .refused)
    #expect(verdict(SampleAudio.adts() + SampleAudio.mp3) == .refused)
    #expect(verdict(SampleAudio.adts() + [UInt8](repeating: 1, count: 90)) == .refused)
  }
}
