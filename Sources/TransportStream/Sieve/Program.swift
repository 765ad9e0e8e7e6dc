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
  /// The clock runs on the tags' own time stamps because neither came.
  private(set) var runsOnTags = false
  private var firstPCR: Int64?
  /// The PCR base last seen, 33 bits.
  private(set) var lastPCR: Int64?
  /// How long packets have been coming, by the PCR: goes on over breaks of the PCR.
  private var arrival: Int64 = 0
  /// The next PCR belongs to another time base: it does not tell how much time has passed.
  private var breaksArrival = false
  private var arrivalStep: Int64 = 0
  /// Where the frames of the part in hand start.
  private(set) var framesSeen = FramesSeen()
  /// The same in front of the latest step of the clock that was in doubt.
  private var framesBeforeDoubt = FramesSeen()
  /// The latest time stamp of a stream other than the reference, when it was far from the clock: alone it
  /// is taken for wrong.
  private var stray: (pid: UInt16, raw: Int64)?
  /// The audio of the program.
  var audio = AudioFrames()
  /// `PES_packet_length` of the latest PES packet of the reference and of the one before it, where it is
  /// audio; 0: not known.
  private var referenceLengths = (before: 0, latest: 0)
  /// When it was last said what is wrong with the map.
  private var reminder = Reminder()
  /// Maps in a row that had a new version and nothing new in them.
  private var emptyChanges = 0
  /// How often the map comes.
  var mapInterval = TableInterval()
  /// The CRC of the map in force is wrong.
  private(set) var isMapDamaged = false
  /// The map in force is longer than one packet.
  private(set) var isMapLong = false
  /// The PIDs of stream_type 0x15 in the first map that has any.
  private(set) var firstMetadataPIDs: Set<UInt16> = []

  /// A reference that is this far behind another stream of the program has fallen silent: 5 s.
  private static let staleReference = 5 * Timestamp.ticksPerSecond
  /// PCR that ran for so long without any audio or video frame becomes the clock: 2 s.
  private static let frameTimeout90kHz = 2 * Timestamp.ticksPerSecond
  /// Where nothing but tags tells the time they may stand far apart: a step ahead of more than 1 h is a
  /// jump.
  private static let longestTagStep = 3600 * Timestamp.ticksPerSecond
  /// A step of the PCR that is longer is a break: 10 s. It should come every 0.1 s.
  private static let longestArrivalStep = 10 * Timestamp.ticksPerSecond
  /// Copies in a row with a new version and nothing new in them: every copy is like that.
  private static let emptyChangesNeeded = 3

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

  /// Whether a map, not in force yet, makes it clear that the version changes with every copy and the content does
  /// not.
  mutating func changesVersionAlone(with map: ProgramMap) -> Bool {
    guard var old = self.map, old.version != map.version else { return false }
    old.version = map.version
    guard old == map else {
      emptyChanges = 0
      return false
    }
    emptyChanges += 1
    return emptyChanges == Self.emptyChangesNeeded
  }

  /// Notes that what is wrong with the map is said now.
  mutating func sayDeclarations() { reminder.say(at: clock.reading?.time) }

  /// Whether what is wrong with the map in force was said at least `interval` ticks ago.
  mutating func isReminderDue(after interval: Int64) -> Bool {
    map != nil && reminder.isDue(after: interval, now: clock.reading?.time)
  }

  /// Takes in which form the map in force came.
  mutating func noteForm(isDamaged: Bool, isLong: Bool, metadataPIDs: [UInt16]) {
    (isMapDamaged, isMapLong) = (isDamaged, isLong)
    if firstMetadataPIDs.isEmpty { firstMetadataPIDs = Set(metadataPIDs) }
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

  /// Whether a new time base has been declared and not begun yet.
  var isBetweenTimeBases: Bool { expectsDiscontinuity }

  /// A part of the input is known to be missing here. The clock goes on: its time stamps tell how long the
  /// part is.
  mutating func beginAfterHole() {
    breaksArrival = true
    audio.beginTimeBase()
  }

  /// Notes that the PCR PID declared a new time base.
  mutating func declareDiscontinuity() {
    expectsDiscontinuity = true
    breaksArrival = true
    audio.beginTimeBase()
  }

  /// What tells how much time passes between packets: the PCR, or the frames of a program without.
  var arrivalReading: TableInterval.Reading? {
    if lastPCR != nil {
      return TableInterval.Reading(program: number, now: arrival, step: arrivalStep)
    }
    // Frames come in bundles, and in another order than their time stamps.
    guard map?.pcrPID == ProgramMap.noPCR, let time = clock.reading?.time else { return nil }
    return TableInterval.Reading(program: number, now: time, step: Timestamp.ticksPerSecond)
  }

  /// Takes the PTS of an audio or video PES packet. Returns an undeclared jump, and whether the clock
  /// moved.
  /// `length` is the `PES_packet_length` of audio.
  mutating func receiveFrame(
    pid: UInt16,
    pts: Int64,
    isAudio: Bool = false,
    length: Int = 0
  ) -> (moved: Bool, jump: PresentationClock.Jump?) {
    if isAudio { audio.receive(pts) }
    let isReference = pid == referencePID
    if isReference { referenceLengths = (referenceLengths.latest, length) }
    var isNewReference = runsOnPCR
    if hasSeenReference, !isReference {
      // Farther ahead it is in another time base, and the reference will follow or never will.
      guard isBelieved(pts, of: pid, isAudio: isAudio), let reading = clock.nearestReading(to: pts),
        (Self.staleReference...PresentationClock.jumpLimit)
          .contains(Timestamp.difference(pts, reading.raw))
      else { return (false, nil) }
      referencePID = pid
      referenceLengths = (0, length)
      isNewReference = true
    } else if isReference, !hasSeenReference {
      hasSeenReference = true
      isNewReference = true
    }
    (runsOnPCR, runsOnTags) = (false, false)
    defer { expectsDiscontinuity = false }
    let jump = clock.advance(
      to: pts,
      isDeclaredDiscontinuity: expectsDiscontinuity,
      isNewReference: isNewReference
    )
    if clock.hasReturned {
      framesSeen = framesBeforeDoubt
    } else if clock.alternative != nil {
      framesBeforeDoubt = framesSeen
    }
    watchFrame(pts, isAudio: isAudio)
    return (true, jump)
  }

  /// Notes where a frame of a stream other than the reference stands, unless its time stamp is far from
  /// the clock and that of the frame before it was not. False: it is taken for wrong.
  private mutating func isBelieved(_ pts: Int64, of pid: UInt16, isAudio: Bool) -> Bool {
    let distance = clock.nearestReading(to: pts)?.distance(to: pts) ?? 0
    guard distance >= Self.staleReference else {
      if stray?.pid == pid { stray = nil }
      watchFrame(pts, isAudio: isAudio)
      return true
    }
    let before = stray
    stray = (pid, pts)
    guard let before, before.pid == pid,
      abs(Timestamp.difference(pts, before.raw)) <= PresentationClock.jumpLimit
    else { return false }
    watchFrame(before.raw, isAudio: isAudio)
    watchFrame(pts, isAudio: isAudio)
    return true
  }

  /// The reading in front of the latest step of the clock, as long as it is not known whether that step
  /// was real; nil when there is nothing to doubt. Tags that tell their own time are believed at once.
  var alternativeReading: PresentationClock.Reading? { runsOnTags ? nil : clock.alternative }

  /// The presentation time that the program has reached for certain; nil before the clock runs.
  var now: Int64? { (alternativeReading ?? clock.reading)?.time }

  /// The least that a PES packet lasts which holds several audio frames: 0.1 s.
  private static let severalFrames = Timestamp.ticksPerSecond / 10

  /// The end of the content on the timeline, in ticks. The last PES packet of audio holds fewer frames
  /// where it is clearly shorter than the one before, whose length in time is known.
  var end: Int64 {
    let (before, latest) = referenceLengths
    guard clock.frameTicks >= Self.severalFrames, latest > 0, latest < before * 3 / 4 else {
      return clock.end
    }
    return clock.end - clock.frameTicks * Int64(before - latest) / Int64(before)
  }

  /// Notes where a frame stands on the timeline, unless its time stamp belongs to another time base
  /// than the reference.
  private mutating func watchFrame(_ pts: Int64, isAudio: Bool) {
    guard let reading = clock.nearestReading(to: pts),
      reading.distance(to: pts) <= PresentationClock.jumpLimit
    else { return }
    framesSeen.add(reading.time(of: pts), isVideo: !isAudio)
  }

  /// Ends the part in hand.
  mutating func forgetFramesSeen() {
    (framesSeen, framesBeforeDoubt) = (FramesSeen(), FramesSeen())
  }

  /// Takes a PCR, which drives the clock of a program without audio and video frames.
  mutating func receivePCR(_ base: Int64) -> (moved: Bool, jump: PresentationClock.Jump?) {
    if let lastPCR, !breaksArrival {
      let step = Timestamp.difference(base, lastPCR)
      if (0...Self.longestArrivalStep).contains(step) {
        arrival += step
        arrivalStep = step
      }
    }
    lastPCR = base
    breaksArrival = false
    if !runsOnPCR {
      guard clock.reading == nil, map != nil else { return (false, nil) }
      let first = firstPCR ?? base
      firstPCR = first
      if hasFrames, abs(Timestamp.difference(base, first)) < Self.frameTimeout90kHz {
        return (false, nil)
      }
      runsOnPCR = true
      clock.advance(to: first)
    }
    defer { expectsDiscontinuity = false }
    return (true, clock.advance(to: base, isDeclaredDiscontinuity: expectsDiscontinuity))
  }

  /// Lets a tag's own PTS drive the clock of a program that has no other. Returns a jump.
  mutating func receiveTag(pts: Int64) -> PresentationClock.Jump? {
    runsOnTags = true
    return clock.advance(to: pts, limit: Self.longestTagStep)
  }
}
