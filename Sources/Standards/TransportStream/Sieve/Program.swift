/// A program of the stream: its map, its clock, and the state that depends on the clock.
struct Program {
  let number: UInt16
  let mapPID: UInt16
  /// The map in force; nil before the first map.
  private(set) var map: ProgramMap?
  private(set) var clock = PresentationClock()
  /// The PID of the elementary stream that drives the clock: the map's first audio stream, or else its first video
  /// stream. After this stream stops, another stream of the program is used.
  private var referencePID: UInt16?
  private var hasSeenReference = false
  /// Whether the next time stamp starts a new time base: after a declared discontinuity, or in a program that continues
  /// another program's clock.
  private(set) var isBetweenTimeBases = false
  /// Whether the clock runs on PCR, because no audio or video has arrived.
  private var runsOnPCR = false
  /// Whether the clock runs on the tags' own time stamps, because no other clock ran.
  private(set) var runsOnTags = false
  private var firstPCR: Int64?
  /// The latest PCR base, 33 bits.
  private(set) var lastPCR: Int64?
  /// The time in ticks since the first PCR, without breaks of the PCR.
  private var arrival: Int64 = 0
  /// Whether the next PCR belongs to another time base, and does not show how much time has passed.
  private var breaksArrival = false
  private var arrivalStep: Int64 = 0
  private(set) var framesSeen = FramesSeen()
  /// The starts of the frames before the latest doubtful step of the clock.
  private var framesBeforeDoubt = FramesSeen()
  /// The latest time stamp far from the clock, in a stream other than the reference. A single one counts as wrong.
  private var stray: (pid: UInt16, raw: Int64)?
  var audio = AudioFrames()
  /// The audio and video PIDs from which a PTS has arrived.
  private var framePIDs: Set<UInt16> = []
  /// The sum of the clock's steps before the first frame of the current segment, in ticks; nil before that frame.
  private var stepOfPart: Int64?
  /// The latest map that was announced (`current_next_indicator` 0); nil before the first such map.
  private(set) var nextMap: NextMap?
  /// `PES_packet_length` of the latest PES packet of an audio reference, and of the one before it; 0 if unknown.
  private var referenceLengths = (before: 0, latest: 0)
  private var reminder = Reminder()
  /// The number of consecutive maps with a new version and the same content.
  private var emptyChanges = 0
  var mapInterval = TableInterval()
  private(set) var isMapDamaged = false
  private(set) var isMapLong = false
  /// The PIDs of stream_type 0x15 in the program's first map that has any.
  private(set) var firstMetadataPIDs: Set<UInt16> = []

  struct NextMap {
    /// The map's first PID of stream_type 0x15; nil if the map has no such PID.
    var metadataPID: UInt16?
    /// Whether no map that is in force has arrived since this map.
    var isLatest: Bool
  }

  /// A reference that is behind another stream of the program by at least this time counts as stopped: 5 s.
  private static let staleReference = 5 * Timestamp.ticksPerSecond
  /// If a map declares audio or video, the PCR becomes the clock after this time without any frame: 2 s.
  private static let frameTimeout90kHz = 2 * Timestamp.ticksPerSecond
  /// If only tags have time stamps, they may be far apart: a forward step of more than 1 h is a jump.
  private static let longestTagStep = 3600 * Timestamp.ticksPerSecond
  /// A PCR step longer than this is a break: 10 s. A PCR should arrive every 0.1 s.
  private static let longestArrivalStep = 10 * Timestamp.ticksPerSecond
  private static let emptyChangesNeeded = 3

  init(number: UInt16, mapPID: UInt16) {
    self.number = number
    self.mapPID = mapPID
  }

  mutating func adopt(_ map: ProgramMap) {
    self.map = map
    receiveCurrentMap()
    let audio = map.streams.first { $0.kind == .audio }
    let reference = (audio ?? map.streams.first { $0.kind == .video })?.pid
    if reference != referencePID {
      referencePID = reference
      hasSeenReference = false
    }
  }

  /// Whether a new map is the third in a row with a new version and the same content.
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

  mutating func sayDeclarations() { reminder.say(at: clock.reading?.time) }

  /// Whether errors of the map in force are to be reported again, `interval` ticks after the last report.
  mutating func isReminderDue(after interval: Int64) -> Bool {
    map != nil && reminder.isDue(after: interval, now: clock.reading?.time)
  }

  mutating func noteForm(isDamaged: Bool, isLong: Bool, metadataPIDs: [UInt16]) {
    (isMapDamaged, isMapLong) = (isDamaged, isLong)
    if firstMetadataPIDs.isEmpty { firstMetadataPIDs = Set(metadataPIDs) }
  }

  mutating func receiveNext(_ map: ProgramMap) {
    let pid = map.streams.first { $0.type == .metadataInPES }?.pid
    nextMap = NextMap(metadataPID: pid, isLatest: true)
  }

  mutating func receiveCurrentMap() {
    if nextMap != nil { nextMap?.isLatest = false }
  }

  /// `stream_type` of the audio and video streams in the map in force from which a PTS has arrived.
  var arrivedMedia: Set<UInt8> {
    let streams = map?.streams.filter { $0.kind != .other && framePIDs.contains($0.pid) } ?? []
    return Set(streams.map(\.type.rawValue))
  }

  /// The sums of the clock's steps, in ticks, to a PES packet with the PTS `pts` and the presentation time `time`: all
  /// steps, and those since the first frame of the current part. Nil before the clock runs.
  func steps(to pts: Int64, at time: Int64) -> (all: Int64, inPart: Int64)? {
    guard let step = clock.step(to: pts, at: time) else { return nil }
    return (step, stepOfPart.map { Timestamp.difference(step, $0) } ?? 0)
  }

  /// Continues the clock that followed the same frames before the map arrived.
  mutating func continueClock(of other: Program) { clock = other.clock }

  /// Continues the clock of a program that this one replaces, in a new time base.
  mutating func inheritClock(of other: Program) {
    clock = other.clock
    isBetweenTimeBases = true
  }

  var audioPIDs: Set<UInt16> {
    Set(map?.streams.filter { $0.kind == .audio && !$0.mayCarryID3 }.map(\.pid) ?? [])
  }

  var hasFrames: Bool { map.map { $0.streams.contains { $0.kind != .other } } ?? false }

  /// Whether the map declares neither audio, video nor a PCR, so that only tags have time stamps.
  var hasNoClock: Bool {
    guard let map else { return false }
    return !hasFrames && map.pcrPID == ProgramMap.noPCR
  }

  /// Records a missing part of the input. The clock continues: later time stamps show how long the part is.
  mutating func beginAfterHole() {
    breaksArrival = true
    audio.beginTimeBase()
  }

  mutating func declareDiscontinuity() {
    isBetweenTimeBases = true
    breaksArrival = true
    audio.beginTimeBase()
  }

  /// The reading of the clock that measures the time between packets: the PCR, or the frames of a program that declares
  /// no PCR.
  var arrivalReading: TableInterval.Reading? {
    if lastPCR != nil {
      return TableInterval.Reading(program: number, now: arrival, step: arrivalStep)
    }
    // Frames arrive in groups, and not in the order of their time stamps.
    guard map?.pcrPID == ProgramMap.noPCR, let time = clock.reading?.time else { return nil }
    return TableInterval.Reading(program: number, now: time, step: Timestamp.ticksPerSecond)
  }

  /// Handles the PTS of an audio or video PES packet. Returns whether the clock moved, and an undeclared jump in ticks.
  /// `length` is the `PES_packet_length` of audio; 0 if unknown.
  mutating func receiveFrame(
    pid: UInt16,
    pts: Int64,
    isAudio: Bool = false,
    length: Int = 0
  ) -> (moved: Bool, jump: Int64?) {
    if isAudio { audio.receive(pts, ofPID: pid) }
    framePIDs.insert(pid)
    let isReference = pid == referencePID
    if isReference { referenceLengths = (referenceLengths.latest, length) }
    var isNewReference = runsOnPCR
    if hasSeenReference, !isReference {
      // A time stamp more than 60 s ahead belongs to another time base, which the reference enters later or never.
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
    defer { isBetweenTimeBases = false }
    let jump = clock.advance(
      to: pts,
      isDeclaredDiscontinuity: isBetweenTimeBases,
      isNewReference: isNewReference
    )
    if clock.hasReturned {
      framesSeen = framesBeforeDoubt
    } else if clock.alternative != nil {
      framesBeforeDoubt = framesSeen
    }
    watchFrame(pts, isAudio: isAudio)
    if stepOfPart == nil, let time = clock.reading?.time {
      stepOfPart = clock.step(to: pts, at: time)
    }
    return (true, jump)
  }

  /// Records the position of a frame of a stream other than the reference. A time stamp at least 5 s from the clock
  /// counts as wrong at first, and the result is false. A later one of the stream, at most 60 s from it, confirms it.
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

  /// The reading before the latest step of the clock, until it is known whether that step was real; nil if the latest
  /// step is not doubtful. Time stamps of tags that drive the clock are used at once.
  var alternativeReading: PresentationClock.Reading? { runsOnTags ? nil : clock.alternative }

  /// The presentation time that the program has certainly reached; nil before the clock runs.
  var now: Int64? { (alternativeReading ?? clock.reading)?.time }

  /// An audio PES packet of at least this duration counts as several frames: 0.1 s.
  private static let severalFrames = Timestamp.ticksPerSecond / 10

  /// The end of the content on the timeline, in ticks. A last audio PES packet of several frames counts as shorter if
  /// it has less than 3/4 of the bytes of the one before, whose duration is known.
  var end: Int64 {
    let (before, latest) = referenceLengths
    guard clock.frameTicks >= Self.severalFrames, latest > 0, latest < before * 3 / 4 else {
      return clock.end
    }
    return clock.end - clock.frameTicks * Int64(before - latest) / Int64(before)
  }

  /// Records the position of a frame on the timeline, unless its time stamp is more than 60 s from the reference.
  private mutating func watchFrame(_ pts: Int64, isAudio: Bool) {
    guard let reading = clock.nearestReading(to: pts),
      reading.distance(to: pts) <= PresentationClock.jumpLimit
    else { return }
    framesSeen.add(reading.time(of: pts), isVideo: !isAudio)
  }

  mutating func forgetFramesSeen() {
    (framesSeen, framesBeforeDoubt) = (FramesSeen(), FramesSeen())
    stepOfPart = nil
  }

  /// Handles a packet with an adaptation field: on the program's PCR PID, it may declare a new time base or have a PCR.
  mutating func receiveClock(_ packet: TransportPacket, pid: UInt16) -> (moved: Bool, jump: Int64?)
  {
    guard map?.pcrPID == pid else { return (false, nil) }
    if packet.hasDiscontinuity { declareDiscontinuity() }
    guard let base = packet.pcrBase else { return (false, nil) }
    return receivePCR(base)
  }

  /// Handles a PCR. The PCR drives the clock of a program from which no audio or video frame has arrived.
  mutating func receivePCR(_ base: Int64) -> (moved: Bool, jump: Int64?) {
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
    defer { isBetweenTimeBases = false }
    return (true, clock.advance(to: base, isDeclaredDiscontinuity: isBetweenTimeBases))
  }

  /// Advances the clock of a program without another clock to a tag's own PTS. Returns a jump in ticks.
  mutating func receiveTag(pts: Int64) -> Int64? {
    runsOnTags = true
    return clock.advance(to: pts, limit: Self.longestTagStep)
  }
}

/// The earliest and latest start times of the audio and video frames in a part of the input, in 90 kHz ticks.
struct FramesSeen: Sendable, Hashable {
  private(set) var all: ClosedRange<Int64>?
  private(set) var video: ClosedRange<Int64>?

  mutating func add(_ time: Int64, isVideo: Bool) {
    all = Self.joining(all, time)
    if isVideo { video = Self.joining(video, time) }
  }

  private static func joining(_ range: ClosedRange<Int64>?, _ time: Int64) -> ClosedRange<Int64> {
    range.map { min($0.lowerBound, time)...max($0.upperBound, time) } ?? time...time
  }
}
