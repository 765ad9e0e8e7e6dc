import ID3
import Playback
import Testing
import TimedMetadata

@testable import TerminalPlayer

@Suite struct StreamBufferTests {
  private static func tag(
    _ time: Double?,
    _ name: String = "a",
    rendition: String? = nil
  ) -> TimedMetadataEvent {
    let frame = ID3Frame.priv(owner: "www.nielsen.com/\(name)", data: [])
    var tag = TimedTag(
      carriage: .tsPES,
      time: time,
      bytes: [],
      tag: ID3Tag(frames: [frame]),
      nielsen: nil
    )
    tag.rendition = rendition
    return .tag(tag)
  }

  private static func names(_ tags: [HeldTag]) -> [String] {
    tags.flatMap(\.owners).map { String($0.dropFirst("www.nielsen.com/".count)) }
  }

  private static func end(_ duration: Double?) -> TimedMetadataEvent {
    .end(InputSummary(duration: duration, streams: [], byteCount: 1))
  }

  @Test("the tags of a second come in the order of their times, each time that second is played")
  func order() {
    var buffer = StreamBuffer()
    for (time, name) in [(3.9, "d"), (3.1, "b"), (4.0, "e"), (3.1, "c"), (2.99, "a")] {
      buffer.receive(Self.tag(time, name))
    }
    #expect(Self.names(buffer.takeTags(of: 2)) == ["a"])
    #expect(Self.names(buffer.takeTags(of: 3)) == ["b", "c", "d"])
    buffer.seek(to: 3)
    #expect(Self.names(buffer.takeTags(of: 3)) == ["b", "c", "d"])
    #expect(Self.names(buffer.takeTags(of: 4)) == ["e"])
  }

  @Test("a tag whose second has been played is sent with the next one, once")
  func late() {
    var buffer = StreamBuffer()
    buffer.receive(Self.tag(1, "a"))
    _ = buffer.takeTags(of: 1)
    buffer.receive(Self.tag(1.5, "late"))
    buffer.receive(Self.tag(2, "b"))
    #expect(Self.names(buffer.takeTags(of: 2)) == ["late", "b"])
    #expect(Self.names(buffer.takeTags(of: 3)).isEmpty)
  }

  @Test("a seek forgets what came late for where the playhead was")
  func lateBeforeSeek() {
    var buffer = StreamBuffer()
    _ = buffer.takeTags(of: 5)
    buffer.receive(Self.tag(4, "late"))
    buffer.seek(to: 50)
    #expect(Self.names(buffer.takeTags(of: 50)).isEmpty)
  }

  @Test("a tag more than 20 s behind what was read is one of 20 s before, whenever it comes")
  func disorder() {
    var buffer = StreamBuffer()
    buffer.receive(Self.tag(100, "a"))
    buffer.receive(Self.tag(30, "b"))
    #expect(Self.names(buffer.takeTags(of: 30)).isEmpty)
    #expect(Self.names(buffer.takeTags(of: 80)) == ["b"])
  }

  @Test("a second can be played when so much behind it was read, or nothing more comes")
  func ready() {
    var buffer = StreamBuffer()
    #expect(!buffer.isReady(for: 0, lead: 1))
    buffer.reach(5)
    #expect(buffer.isReady(for: 4, lead: 1))
    #expect(!buffer.isReady(for: 5, lead: 1))
    buffer.reach(.infinity)
    buffer.reach(4)
    #expect(!buffer.isReady(for: 5, lead: 1))
    buffer.receive(Self.end(5.9))
    #expect(buffer.isReady(for: 100, lead: 1))
    #expect(buffer.end?.lastSecond == 5)
  }

  @Test(
    "the last second is that of the duration, or of the last tag when that is later",
    arguments: [(nil, 7), (3.0, 7), (9.99, 9), (-1, 7), (.nan, 7), (1e12, 7)] as [(Double?, Int64)]
  )
  func lastSecond(duration: Double?, second: Int64) {
    var buffer = StreamBuffer()
    buffer.receive(Self.tag(7.5))
    buffer.receive(Self.end(duration))
    #expect(buffer.end?.lastSecond == second)
  }

  @Test("after a failure what was read is played")
  func failure() {
    var buffer = StreamBuffer()
    buffer.receive(Self.tag(7.5))
    buffer.reach(12.5)
    buffer.fail(TimedMetadataError(.cannotRead, input: "a", reason: "b", remedy: "c"))
    buffer.receive(Self.tag(100))
    #expect(buffer.end?.lastSecond == 12)
    #expect(buffer.end?.failure?.code == .cannotRead)
  }

  @Test("once a rendition is played, the segments of others say nothing of what was read")
  func renditions() {
    func segment(_ rendition: String, _ start: Double) -> TimedMetadataEvent {
      .segment(
        SegmentReport(
          rendition: rendition,
          uri: "a",
          mediaSequence: 0,
          start: start,
          duration: 6
        )
      )
    }
    var buffer = StreamBuffer()
    buffer.receive(segment("video", 0))
    #expect(buffer.reached == 6)
    buffer.receive(Self.tag(1, "a", rendition: "audio"))
    buffer.receive(segment("video", 6))
    #expect(buffer.reached == 6)
    buffer.receive(Self.tag(2, "b", rendition: "video"))
    buffer.receive(segment("audio", 6))
    #expect(buffer.reached == 12)
    #expect(Self.names(buffer.takeTags(of: 2)).isEmpty)
  }

  @Test("reading stops so far ahead of the playhead, and goes on when that has moved")
  func readAhead() {
    var buffer = StreamBuffer()
    buffer.reach(60)
    #expect(buffer.wantsMore(readAhead: nil))
    #expect(buffer.wantsMore(readAhead: 60))
    buffer.reach(61)
    #expect(!buffer.wantsMore(readAhead: 60))
    _ = buffer.takeTags(of: 1)
    #expect(buffer.wantsMore(readAhead: 60))
  }

  @Test("of too many tags the oldest that were played go; those to come hold up the reading")
  func capacity() {
    var buffer = StreamBuffer()
    for index in 0..<StreamBuffer.capacity { buffer.receive(Self.tag(Double(index) / 1000)) }
    #expect(!buffer.wantsMore(readAhead: nil))
    #expect(buffer.isReady(for: 99, lead: 21))
    _ = buffer.takeTags(of: 0)
    _ = buffer.takeTags(of: 1)
    #expect(buffer.wantsMore(readAhead: nil))
    #expect(buffer.tagCount == StreamBuffer.capacity - 1000)
    buffer.seek(to: 0)
    #expect(buffer.takeTags(of: 0).isEmpty)
  }
}
