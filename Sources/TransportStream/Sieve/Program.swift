/// A program of the stream: its map, its clock, and what waits for that clock.
struct Program {
  /// `program_number`.
  let number: UInt16
  /// The PID of the map.
  let mapPID: UInt16
  /// The map in force; nil before the first.
  private(set) var map: ProgramMap?
  /// The presentation timeline.
  private(set) var clock = PresentationClock()
  /// The elementary stream that drives the clock: audio, else video.
  private var referencePID: UInt16?
  private var hasSeenReference = false
  /// The next time stamp starts a new time base, as the stream itself declared.
  private var expectsDiscontinuity = false
  /// The clock runs on PCR because no audio or video came.
  private var runsOnPCR = false
  private var firstPCR: Int64?

  /// A reference that is this far behind another stream of the program has fallen silent: 5 s.
  private static let staleReference = 5 * Timestamp.ticksPerSecond
  /// PCR that ran for so long without any audio or video frame becomes the clock: 2 s.
  private static let patienceForFrames = 2 * Timestamp.ticksPerSecond

  init(number: UInt16, mapPID: UInt16) {
    self.number = number
    self.mapPID = mapPID
  }

  /// Puts a map in force.
  mutating func adopt(_ map: ProgramMap) {
    self.map = map
    let audio = map.streams.first { $0.kind == .audio }
    let reference = (audio ?? map.streams.first { $0.kind == .video })?.pid
    if reference != referencePID {
      referencePID = reference
      hasSeenReference = false
    }
  }

  /// Goes on with the clock that followed the same frames before the map came.
  mutating func continueClock(of other: Program) { clock = other.clock }

  /// Goes on with the clock of a program that this one replaces.
  mutating func inheritClock(of other: Program) {
    clock = other.clock
    expectsDiscontinuity = true
  }

  /// Whether the map names audio or video.
  var hasFrames: Bool { map.map { $0.streams.contains { $0.kind != .other } } ?? false }

  /// Whether nothing but the tags themselves can tell the time.
  var hasNoClock: Bool {
    guard let map else { return false }
    return !hasFrames && map.pcrPID == ProgramMap.noPCR
  }

  /// Notes that the PCR PID declared a new time base.
  mutating func declareDiscontinuity() { expectsDiscontinuity = true }

  /// Takes the PTS of an audio or video PES packet. Returns an undeclared jump, and whether the clock
  /// moved.
  mutating func receiveFrame(pid: UInt16, pts: Int64) -> (
    moved: Bool, jump: PresentationClock.Jump?
  ) {
    let isReference = pid == referencePID
    var isNewReference = runsOnPCR
    if hasSeenReference, !isReference {
      // Farther ahead it is in another time base, and the reference will follow or never will.
      guard let reading = clock.reading,
        (Self.staleReference...PresentationClock.jumpLimit)
          .contains(Timestamp.difference(pts, reading.raw))
      else { return (false, nil) }
      referencePID = pid
      isNewReference = true
    } else if isReference, !hasSeenReference {
      hasSeenReference = true
      isNewReference = true
    }
    runsOnPCR = false
    defer { expectsDiscontinuity = false }
    let jump = clock.advance(
      to: pts,
      isDeclaredDiscontinuity: expectsDiscontinuity,
      isNewReference: isNewReference
    )
    return (true, jump)
  }

  /// Takes a PCR, which drives the clock of a program without audio and video frames.
  mutating func receivePCR(_ base: Int64) -> (moved: Bool, jump: PresentationClock.Jump?) {
    if !runsOnPCR {
      guard clock.reading == nil, map != nil else { return (false, nil) }
      let first = firstPCR ?? base
      firstPCR = first
      if hasFrames, abs(Timestamp.difference(base, first)) < Self.patienceForFrames {
        return (false, nil)
      }
      runsOnPCR = true
      clock.advance(to: first)
    }
    defer { expectsDiscontinuity = false }
    return (true, clock.advance(to: base, isDeclaredDiscontinuity: expectsDiscontinuity))
  }

  /// Lets a tag's own PTS drive the clock of a program that has no other. Returns a jump.
  mutating func receiveTag(pts: Int64) -> PresentationClock.Jump? { clock.advance(to: pts) }
}
