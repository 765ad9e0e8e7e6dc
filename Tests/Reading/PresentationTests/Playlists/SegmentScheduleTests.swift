import System
import Testing

@testable import Presentation

@Suite struct SegmentScheduleTests {
  private static func segment(
    _ name: String,
    start: Double,
    change: (inout PlannedSegment) -> Void = { _ in }
  ) -> PlannedSegment {
    var segment = PlannedSegment(
      uri: name,
      url: "https://test/\(name)",
      duration: 2,
      start: start,
      mediaSequenceNumber: 0,
      discontinuitySequence: 0
    )
    change(&segment)
    return segment
  }

  private static func segments(_ prefix: String, _ starts: [Double]) -> [PlannedSegment] {
    starts.map { segment("\(prefix)\(Int($0))", start: $0) }
  }

  private static func schedule(
    _ loader: MemoryLoader,
    _ count: Int,
    inFlight: Int = 12,
    isLive: Bool = false
  ) -> SegmentSchedule {
    var limits = PlaylistReadingLimits()
    limits.segmentsInFlight = inFlight
    return SegmentSchedule(loader, renditionCount: count, isLive: isLive, limits: limits)
  }

  private static func name(_ next: SegmentSchedule.Next) -> String {
    switch next {
    case .segment(let opened): opened.segment.uri
    case .unread(let segment): "unread \(segment.uri)"
    case .end: "end"
    }
  }

  @Test("segments of all renditions are requested in the order of their starts")
  func order() {
    let loader = MemoryLoader([:])
    let schedule = Self.schedule(loader, 3)
    schedule.append([
      Self.segments("a", [0, 6, 12]), Self.segments("b", [0, 2, 4, 6]), Self.segments("c", [3]),
    ])
    #expect(loader.requestedNames == ["a0", "b0", "b2", "c3", "b4", "a6", "b6", "a12"])
  }

  @Test(
    "the number of concurrent requests has a maximum and is at least one",
    arguments: [-1, 0, 1, 2, 3, 9]
  )
  func window(inFlight: Int) async {
    let loader = MemoryLoader([:])
    let schedule = Self.schedule(loader, 1, inFlight: inFlight)
    schedule.append([Self.segments("a", [0, 1, 2, 3, 4, 5])])
    schedule.complete(rendition: 0)
    for taken in 0..<6 {
      #expect(loader.requests.count == min(6, max(taken, 1) - 1 + max(1, inFlight)))
      #expect(Self.name(await schedule.take(rendition: 0)) == "a\(taken)")
    }
    #expect(Self.name(await schedule.take(rendition: 0)) == "end")
    #expect(loader.requests.count == 6)
  }

  @Test("a live rendition uses only its share of the concurrent requests")
  func share() async {
    let loader = MemoryLoader([:])
    let schedule = Self.schedule(loader, 2, inFlight: 4, isLive: true)
    schedule.append(Self.segments("a", [0, 1, 2, 3, 4]), rendition: 0)
    #expect(loader.requestedNames == ["a0", "a1"])
    schedule.append(Self.segments("b", [10, 11, 12]), rendition: 1)
    #expect(loader.requestedNames == ["a0", "a1", "b10", "b11"])
    _ = await schedule.take(rendition: 1)
    _ = await schedule.take(rendition: 1)
    #expect(loader.requestedNames == ["a0", "a1", "b10", "b11", "b12"])
    schedule.cancel()
  }

  @Test("segments that left a live playlist before their request are not requested")
  func behind() async {
    let loader = MemoryLoader([:])
    let schedule = Self.schedule(loader, 1, inFlight: 2, isLive: true)
    let limits = LiveLimits(targetDuration: 2)
    schedule.append(
      Self.segments("a", [0, 2, 4, 6]),
      rendition: 0,
      window: LiveWindow(start: 0, end: 8, limits: limits)
    )
    schedule.append(
      Self.segments("a", [8, 10, 12]),
      rendition: 0,
      window: LiveWindow(start: 8, end: 14, limits: limits)
    )
    schedule.complete(rendition: 0)
    var names: [String] = []
    for _ in 0..<8 { names.append(Self.name(await schedule.take(rendition: 0))) }
    #expect(names == ["a0", "a2", "unread a4", "unread a6", "a8", "a10", "a12", "end"])
    #expect(loader.requestedNames == ["a0", "a2", "a8", "a10", "a12"])
    #expect(loader.requests.map(\.retryTime.components.seconds) == [0, 0, 0, 2, 4])
    #expect(loader.requests.allSatisfy { $0.timeLimit == .seconds(12) })
  }

  @Test("a live rendition reports the number of its unread listed segments")
  func backlog() async {
    let counts = Shared([Int]())
    let schedule = SegmentSchedule(
      MemoryLoader([:]),
      renditionCount: 2,
      isLive: true,
      limits: PlaylistReadingLimits(),
      onBacklog: { rendition, count in counts.withLock { $0.append(rendition * 100 + count) } }
    )
    let limits = LiveLimits(targetDuration: 2)
    let window = { (start: Double, end: Double) in
      LiveWindow(start: start, end: end, limits: limits)
    }
    schedule.append([Self.segments("a", [0, 2, 4]), []], windows: [window(0, 6), nil])
    _ = await schedule.take(rendition: 0)
    // The first segment is being read.
    _ = await schedule.take(rendition: 0)
    schedule.append([], rendition: 0, window: window(0, 6))
    _ = await schedule.take(rendition: 0)
    schedule.append(Self.segments("b", [0]), rendition: 1)
    schedule.complete(rendition: 0)
    _ = await schedule.take(rendition: 0)
    // A segment that is read from its parts counts as listed when it is complete.
    let parts = PartedSegment(MemoryLoader([:]), rendition: 0, maximumSize: 1, limits: limits)
    schedule.append(
      [Self.segment("c", start: 6) { $0.parts = parts }],
      rendition: 0,
      window: window(0, 6)
    )
    schedule.append(Self.segments("d", [8, 10]), rendition: 0, window: window(0, 12))
    #expect(counts.read { $0 } == [3, 2, 2, 1, 0, 0, 2])
    schedule.cancel()
  }

  @Test("each live rendition may have one request, even if the total exceeds the maximum")
  func crowd() {
    let loader = MemoryLoader([:])
    let schedule = Self.schedule(loader, 4, inFlight: 2, isLive: true)
    for (rendition, name) in ["a", "b", "c", "d"].enumerated() {
      schedule.append(Self.segments(name, [0, 1]), rendition: rendition)
    }
    #expect(loader.requestedNames == ["a0", "b0", "c0", "d0"])
    schedule.abandon(rendition: 0)
    #expect(loader.requestedNames == ["a0", "b0", "c0", "d0"])
    schedule.cancel()
  }

  @Test("a taken segment counts as being fetched until the next segment is taken")
  func held() async {
    let loader = MemoryLoader([:])
    let schedule = Self.schedule(loader, 1, inFlight: 1)
    schedule.append(Self.segments("a", [0, 2]), rendition: 0)
    schedule.complete(rendition: 0)
    #expect(schedule.nextStart(rendition: 0) == 0)
    #expect(Self.name(await schedule.take(rendition: 0)) == "a0")
    #expect(loader.requestedNames == ["a0"])
    #expect(schedule.nextStart(rendition: 0) == 2)
    #expect(Self.name(await schedule.take(rendition: 0)) == "a2")
    #expect(loader.requestedNames == ["a0", "a2"])
    #expect(loader.cancelledNames == ["a0"])
    #expect(Self.name(await schedule.take(rendition: 0)) == "end")
    #expect(schedule.nextStart(rendition: 0) == nil)
    #expect(Self.name(await schedule.take(rendition: 0)) == "end")
  }

  @Test("gaps and unreadable segments are delivered without a request")
  func unread() async {
    let loader = MemoryLoader([:])
    let schedule = Self.schedule(loader, 1, inFlight: 1)
    schedule.append(
      [
        Self.segment("gap", start: 0) { $0.isGap = true },
        Self.segment("locked", start: 2) { $0.encryption = .unreadable("a licence") },
        Self.segment("locked-map", start: 3) {
          $0.initialization = .init(
            uri: "init",
            url: "https://test/init",
            encryption: .unreadable("a licence")
          )
        },
        Self.segment("clear", start: 4),
      ],
      rendition: 0
    )
    schedule.complete(rendition: 0)
    #expect(loader.requestedNames == ["clear"])
    var names: [String] = []
    for _ in 0..<5 { names.append(Self.name(await schedule.take(rendition: 0))) }
    #expect(names == ["unread gap", "unread locked", "unread locked-map", "clear", "end"])
  }

  @Test("a shared key or initialization section is requested once, before its segments")
  func shared() {
    let loader = MemoryLoader([:])
    let schedule = Self.schedule(loader, 1)
    let encryption = PlannedSegment.Encryption.aes128(
      keyURL: "https://test/key",
      initializationVector: []
    )
    schedule.append(
      ["a", "b"].map { name in
        Self.segment(name, start: 0) {
          $0.encryption = encryption
          $0.initialization = .init(uri: "init", url: "https://test/init", encryption: encryption)
        }
      },
      rendition: 0
    )
    #expect(loader.requestedNames == ["key", "init", "a", "b"])
  }

  @Test("an abandoned rendition frees its requests for other renditions and refuses new segments")
  func abandon() async {
    let loader = MemoryLoader([:])
    let schedule = Self.schedule(loader, 2, inFlight: 3)
    schedule.append([Self.segments("a", [0, 1, 2, 3]), Self.segments("b", [10, 11, 12, 13])])
    #expect(Self.name(await schedule.take(rendition: 0)) == "a0")
    #expect(loader.requestedNames == ["a0", "a1", "a2"])
    schedule.abandon(rendition: 0)
    #expect(loader.cancelledNames == ["a0", "a1", "a2"])
    #expect(loader.requestedNames == ["a0", "a1", "a2", "b10", "b11", "b12"])
    #expect(!schedule.append(Self.segments("a", [4]), rendition: 0))
    #expect(Self.name(await schedule.take(rendition: 0)) == "end")
    schedule.abandon(rendition: 0)
    #expect(Self.name(await schedule.take(rendition: 1)) == "b10")
    #expect(Self.name(await schedule.take(rendition: 1)) == "b11")
    #expect(loader.requestedNames.last == "b13")
  }

  @Test("cancellation ends all requests, including those for keys, and wakes readers")
  func cancel() async {
    let loader = MemoryLoader([:])
    let schedule = Self.schedule(loader, 2, inFlight: 2)
    let encryption = PlannedSegment.Encryption.aes128(
      keyURL: "https://test/key",
      initializationVector: []
    )
    schedule.append(
      ["a0", "a2", "a4"].map { name in Self.segment(name, start: 0) { $0.encryption = encryption }
      },
      rendition: 0
    )
    #expect(Self.name(await schedule.take(rendition: 0)) == "a0")
    // Nothing is planned for this rendition yet.
    let task = Task { Self.name(await schedule.take(rendition: 1)) }
    schedule.cancel()
    #expect(await task.value == "end")
    #expect(Set(loader.cancelledNames) == ["a0", "a2", "key"])
    #expect(loader.requestedNames == ["key", "a0", "a2"])
    #expect(!schedule.append(Self.segments("b", [0]), rendition: 1))
    #expect(Self.name(await schedule.take(rendition: 0)) == "end")
  }

  @Test("a waiting reader receives the segments added later and the end")
  func later() async {
    let loader = MemoryLoader([:])
    let schedule = Self.schedule(loader, 1)
    let result = Shared<[String]>([])
    let task = Task {
      for _ in 0..<3 {
        let name = Self.name(await schedule.take(rendition: 0))
        result.withLock { $0.append(name) }
      }
    }
    schedule.append(Self.segments("a", [0]), rendition: 0)
    #expect(await result.wait { $0.count == 1 ? $0 : nil } == ["a0"])
    schedule.append(Self.segments("a", [2]), rendition: 0)
    schedule.complete(rendition: 0)
    await task.value
    #expect(result.withLock { $0 } == ["a0", "a2", "end"])
  }

  @Test("100,000 gaps are planned and delivered")
  func many() async {
    let loader = MemoryLoader([:])
    let schedule = Self.schedule(loader, 1)
    let gaps = (0..<100_000).map { number in
      Self.segment("gap", start: Double(number)) { $0.isGap = true }
    }
    schedule.append([gaps])
    schedule.complete(rendition: 0)
    var count = 0
    while case .unread = await schedule.take(rendition: 0) { count += 1 }
    #expect(count == 100_000)
  }
}
