import ReaderTestSupport
import System
import Testing
import TimedMetadata

@testable import Presentation

/// An interrupt ends any wait of the reader, and releases all resources of the reader.
@Suite struct PlaylistReaderCancellationTests {
  private typealias Sample = SamplePresentation

  /// The event that the reader waits for when it is interrupted.
  enum Phase: String, CaseIterable, Sendable {
    case playlist, key, initialization, firstSegment, laterSegment, consumer
    case livePlaylist, liveSegment
  }

  private static let key = "#EXT-X-KEY:METHOD=AES-128,URI=\"key\""
  private static let map = "#EXT-X-MAP:URI=\"init.mp4\""

  /// The resource that is held back in a phase. It is the last request before the reader waits.
  private static func held(_ phase: Phase) -> String? {
    switch phase {
    case .playlist: "https://test/low.m3u8"
    case .key: "https://test/key"
    case .initialization: "https://test/init.mp4"
    case .firstSegment: "https://test/s0.ts"
    case .laterSegment: "https://test/s2.ts"
    case .consumer: nil
    case .livePlaylist: Sample.url
    case .liveSegment: "https://test/s3.ts"
    }
  }

  private static func lines(_ phase: Phase) -> [Int: [String]] {
    switch phase {
    case .key: [0: [key]]
    case .initialization: [0: [map]]
    default: [:]
    }
  }

  @Test("an interrupted reader throws, and all its tasks end", arguments: Phase.allCases)
  func interrupted(phase: Phase) async throws {
    let hasEnded = Shared(false)
    let isLive = phase == .livePlaylist || phase == .liveSegment
    let media = Sample.playlist(
      Sample.names(4),
      seconds: 2,
      lines: Self.lines(phase),
      isLive: isLive
    )
    do {
      var files = Sample.files(Sample.segments(4, seconds: phase == .consumer ? 300 : 2))
      files["https://test/low.m3u8"] = Array(media.utf8)
      files[Sample.url] = Array(media.utf8)
      files["https://test/init.mp4"] = [0]
      files["https://test/key"] = [UInt8](repeating: 0, count: 16)
      let loader = MemoryLoader(
        answers: files.mapValues { [.bytes($0)] },
        onEnd: { hasEnded.withLock { $0 = true } }
      )
      if let held = Self.held(phase) { loader.hold(held) }
      let top =
        phase == .playlist ? "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlow.m3u8\n" : media
      let reader = try Sample.reader(top, loader) {
        if isLive {
          $0.start = .beginning
          $0.clock = TestClock()
        }
      }
      // One event is enough when the tasks wait for the consumer.
      if Self.held(phase) == nil { _ = try await reader.next() }
      let reading = Reading(reader)
      if let held = Self.held(phase) { #expect(await loader.waitForRequest(held)) }
      #expect(await reading.cancel().error?.code == .cancelled)
      #expect(try await reader.next() == nil)
    }
    // Every task holds the loader, which is released when the last one has ended.
    #expect(await hasEnded.wait { $0 ? true : nil } == true)
  }

  @Test("an interrupted reader counts the last segment that it read", arguments: [true, false])
  func lastSegment(isLive: Bool) async throws {
    let playlist = Sample.playlist(Sample.names(4), isLive: isLive)
    var files = Sample.files(Sample.segments(4))
    files[Sample.url] = Array(playlist.utf8)
    let loader = MemoryLoader(files)
    // This segment is requested when the one before it has been read.
    loader.hold("https://test/s2.ts")
    let reader = try Sample.reader(playlist, loader) {
      $0.start = .beginning
      $0.clock = TestClock()
      $0.limits.segmentsInFlight = 1
    }
    let reading = Reading(reader)
    #expect(await loader.waitForRequest("https://test/s2.ts"))
    let events = await reading.cancel().events
    let segments = events.compactMap { event in
      if case .segment(let segment) = event { segment } else { nil }
    }
    #expect(segments.map(\.uri) == ["s0.ts", "s1.ts"])
    #expect(segments.map(\.nielsenTags).last == events.tags.count { $0.segment == "s1.ts" })
    let summary = reader.partialSummary
    #expect(summary?.duration.map { abs($0 - 4) < 0.2 } == true)
    #expect(summary?.renditions.map(\.segmentsRead) == [2])
  }

  @Test("a reader that is released early ends its tasks", arguments: [0, 1, 3])
  func dropped(count: Int) async throws {
    let hasEnded = Shared(false)
    do {
      let loader = MemoryLoader(
        answers: Sample.files(Sample.segments(4, seconds: 300)).mapValues { [.bytes($0)] },
        onEnd: { hasEnded.withLock { $0 = true } }
      )
      let reader = try Sample.reader(Sample.playlist(Sample.names(4), seconds: 300), loader)
      for _ in 0..<count { _ = try await reader.next() }
    }
    #expect(await hasEnded.wait { $0 ? true : nil } == true)
  }

  @Test("a reader that reaches its end or its limit ends its tasks", arguments: [nil, 1.0])
  func ended(limit: Double?) async throws {
    let hasEnded = Shared(false)
    do {
      let loader = MemoryLoader(
        answers: Sample.files(Sample.segments(40)).mapValues { [.bytes($0)] },
        onEnd: { hasEnded.withLock { $0 = true } }
      )
      let reader = try Sample.reader(
        Sample.playlist(Sample.names(40)),
        loader,
        options: ReaderOptions(limitSeconds: limit)
      )
      while try await reader.next() != nil {}
    }
    #expect(await hasEnded.wait { $0 ? true : nil } == true)
  }
}

/// A reader that runs in its own task.
private struct Reading {
  /// The events of a reader, and the error at its end.
  struct Outcome: Sendable {
    var events: [TimedMetadataEvent] = []
    var error: TimedMetadataError?
  }

  private let task: Task<Outcome, Never>

  init(_ reader: TimedMetadataEvents) {
    // The test does not use the reader until the task has ended.
    nonisolated(unsafe) let reader = reader
    task = Task {
      var outcome = Outcome()
      do throws(TimedMetadataError) {
        while let event = try await reader.next() { outcome.events.append(event) }
      } catch {
        outcome.error = error
      }
      return outcome
    }
  }

  func cancel() async -> Outcome {
    task.cancel()
    return await task.value
  }
}
