import Synchronization
import System
import Testing

@testable import Presentation
@testable import TimedMetadata

@Suite struct EventMergerTests {
  private static func note(_ text: String) -> RenditionEvent {
    .metadata(.note(StreamNote(id: "test", detail: text)))
  }

  private static func tag(of size: Int) -> RenditionEvent {
    .metadata(
      .tag(
        TimedTag(
          origin: .transportStream(TransportFacts()),
          bytes: [UInt8](repeating: 0, count: size),
          tag: nil,
          nielsen: nil
        )
      )
    )
  }

  private static let finished = RenditionEvent.finished(RenditionEnd(end: nil, streams: []))

  /// The events until the end, or until no event is ready.
  private static func drain(_ merger: EventMerger, isLast: Bool = false) -> [String] {
    var texts: [String] = []
    while let next = merger.takeNext(isLast: isLast) {
      switch next {
      case .end: return texts + ["end"]
      case .event(.metadata(.note(let note)), _): texts.append(note.detail)
      case .event(.segment(let start), let rendition): texts.append("\(rendition)@\(Int(start))")
      case .event(.finished, let rendition): texts.append("\(rendition) finished")
      case .event: texts.append("other")
      }
    }
    return texts
  }

  @Test("if the input has an end, events are merged in the order of their segment starts")
  func ordered() async {
    let merger = EventMerger(renditionCount: 2, isLive: false)
    for event in [.segment(start: 0), Self.note("b0"), .segment(start: 4), Self.note("b4")] {
      await merger.push([event], rendition: 1)
    }
    await merger.push([Self.finished], rendition: 1)
    #expect(Self.drain(merger) == [])
    for event in [.segment(start: 0), Self.note("a0"), .segment(start: 2), Self.note("a2")] {
      await merger.push([event], rendition: 0)
    }
    #expect(Self.drain(merger) == ["0@0", "1@0", "a0", "0@2", "b0", "1@4", "a2"])
    await merger.push([Self.finished], rendition: 0)
    #expect(Self.drain(merger) == ["0 finished", "b4", "1 finished", "end"])
  }

  @Test("after a cancellation, the available events are taken although an earlier event is missing")
  func last() async {
    let merger = EventMerger(renditionCount: 2, isLive: false)
    await merger.push([.segment(start: 4), Self.note("b4")], rendition: 1)
    #expect(Self.drain(merger) == [])
    #expect(Self.drain(merger, isLast: true) == ["1@4", "b4"])
  }

  @Test("events of a live input are passed on as they arrive")
  func live() async {
    let merger = EventMerger(renditionCount: 2, isLive: true)
    await merger.push([.segment(start: 8)], rendition: 1)
    await merger.push([Self.note("b8")], rendition: 1)
    #expect(Self.drain(merger) == ["1@8", "b8"])
    await merger.push([.segment(start: 0)], rendition: 0)
    await merger.push([Self.finished], rendition: 0)
    await merger.push([Self.finished], rendition: 1)
    #expect(Self.drain(merger) == ["0@0", "0 finished", "1 finished", "end"])
  }

  @Test("a merger without renditions ends immediately")
  func nothing() {
    #expect(Self.drain(EventMerger(renditionCount: 0, isLive: false)) == ["end"])
  }

  @Test("a rendition that has finished cannot add further events")
  func closed() async {
    let merger = EventMerger(renditionCount: 1, isLive: true)
    #expect(await merger.push([Self.finished], rendition: 0))
    #expect(await !merger.push([Self.note("late")], rendition: 0))
    #expect(Self.drain(merger) == ["0 finished", "end"])
  }

  @Test(
    "a rendition that is far ahead waits for the consumer",
    arguments: [
      (0, EventMerger.trackCapacity), (1 << 20, 4), (3 << 20, 2), (8 << 20, 1),
    ]
  )
  func bounded(tagSize: Int, capacity: Int) async {
    let merger = EventMerger(renditionCount: 1, isLive: true)
    let pushed = Shared(0)
    let task = Task {
      for _ in 0..<capacity + 3 {
        await merger.push([Self.tag(of: tagSize)], rendition: 0)
        pushed.withLock { $0 += 1 }
      }
      await merger.push([Self.finished], rendition: 0)
    }
    #expect(await pushed.wait { $0 == capacity ? true : nil } == true)
    // The rendition must not add an event before the consumer has taken one.
    for taken in 1...3 {
      #expect(pushed.withLock { $0 } <= capacity + taken - 1)
      guard case .event = await merger.next() else {
        Issue.record("no event arrived")
        return
      }
    }
    #expect(await pushed.wait { $0 == capacity + 3 ? true : nil } == true)
    merger.abandon()
    await task.value
  }

  @Test("an abandoned merger wakes waiting renditions and refuses further events")
  func abandoned() async {
    let merger = EventMerger(renditionCount: 1, isLive: false)
    for _ in 0..<EventMerger.trackCapacity { await merger.push([Self.note("")], rendition: 0) }
    let task = Task { await merger.push([Self.note("")], rendition: 0) }
    merger.abandon()
    #expect(await !task.value)
  }

  @Test("the order of events does not depend on task scheduling", arguments: 0..<20)
  func deterministic(round: Int) async {
    let merger = EventMerger(renditionCount: 4, isLive: false)
    for rendition in 0..<4 {
      Task {
        for segment in 0..<20 {
          await merger.push(
            [.segment(start: Double(segment * (rendition + 1)))],
            rendition: rendition
          )
          for _ in 0..<(segment * 7 + rendition) % 30 {
            await merger.push([Self.note("\(rendition).\(segment)")], rendition: rendition)
          }
        }
        await merger.push([Self.finished], rendition: rendition)
      }
    }
    var texts: [String] = []
    var starts: [Double] = []
    loop: while let next = await merger.next() {
      switch next {
      case .end: break loop
      case .event(.metadata(.note(let note)), _): texts.append(note.detail)
      case .event(.segment(let start), _): starts.append(start)
      case .event: break
      }
    }
    var expected: [String] = []
    let segments = (0..<4).flatMap { rendition in
      (0..<20).map { ($0 * (rendition + 1), rendition, $0) }
    }
    for (_, rendition, segment) in segments.sorted(by: { ($0.0, $0.1) < ($1.0, $1.1) }) {
      expected += [String](
        repeating: "\(rendition).\(segment)",
        count: (segment * 7 + rendition) % 30
      )
    }
    #expect(texts == expected)
    #expect(starts.count == 80)
  }
}
