/// The fields of a track box that the clock and event tracks need (ISO/IEC 14496-12, 8.3 to 8.7).
package struct TrackDescription: Equatable {
  package private(set) var id: UInt32 = 0
  package private(set) var track = Movie.Track()
  /// The delay before the track starts, in ticks of the movie's timescale.
  private var delay: UInt64 = 0
  /// The media time of the first edit that is not empty, in ticks of the track; 0 without such an edit.
  private var mediaStart: Int64 = 0

  package init(parsing payload: ArraySlice<UInt8>) throws(BoxFault) {
    try BoxHeader.forEachBox(in: payload) { (type, body) throws(BoxFault) in
      switch type {
      case .trackHeader: id = try Self.trackID(body)
      case .edits:
        try BoxHeader.forEachBox(in: body) { (type, body) throws(BoxFault) in
          if type == .editList { try readEdits(body) }
        }
      case .media:
        try BoxHeader.forEachBox(in: body) { (type, body) throws(BoxFault) in
          if type == .mediaHeader { track.timescale = try Self.timescale(body) }
          if type == .handler { track.kind = try Self.kind(body) }
          if type == .mediaInformation { readSampleTable(body) }
        }
      default: break
      }
    }
  }

  /// The media time at presentation time 0, in ticks of the track. A delay that cannot be converted is ignored.
  package func editStart(movieTimescale: UInt32) -> Int64 {
    guard delay > 0, let timescale = track.timescale, let ticks = Int64(exactly: delay),
      let start = MediaTime(ticks: ticks, timescale: movieTimescale),
      let delayTicks = start.ticks(inTimescale: timescale),
      MediaTime(ticks: delayTicks, timescale: timescale) != nil
    else { return mediaStart }
    return mediaStart - delayTicks
  }

  private static func trackID(_ body: ArraySlice<UInt8>) throws(BoxFault) -> UInt32 {
    var fields = BoxFields(body)
    let (version, _) = try fields.versionAndFlags()
    try fields.skip(version == 0 ? 8 : 16)
    return try fields.uint32()
  }

  private static func timescale(_ body: ArraySlice<UInt8>) throws(BoxFault) -> UInt32? {
    var fields = BoxFields(body)
    let (version, _) = try fields.versionAndFlags()
    try fields.skip(version == 0 ? 8 : 16)
    let timescale = try fields.uint32()
    return timescale > 0 ? timescale : nil
  }

  private static func kind(_ body: ArraySlice<UInt8>) throws(BoxFault) -> Movie.Track.Kind {
    var fields = BoxFields(body)
    try fields.skip(8)
    switch BoxType(rawValue: try fields.uint32()) {
    case "soun": return .audio
    case "vide": return .video
    default: return .other
    }
  }

  /// Reads the sample entry of an event track, and the number of samples. Errors in these tables are ignored.
  private mutating func readSampleTable(_ body: ArraySlice<UInt8>) {
    do throws(BoxFault) {
      try BoxHeader.forEachBox(in: body) { (type, body) throws(BoxFault) in
        guard type == .sampleTable else { return }
        try BoxHeader.forEachBox(in: body) { (type, body) throws(BoxFault) in
          var fields = BoxFields(body)
          switch type {
          case .sampleDescription: track.events = try EventTrackEntry(sampleDescription: body)
          case .sampleSize:
            try fields.skip(8)
            track.listedSamples = try fields.uint32()
          default: break
          }
        }
      }
    } catch {}
  }

  /// Reads the edit list up to the first edit that is not empty, which gives `mediaStart`. The empty edits before it
  /// delay the track.
  private mutating func readEdits(_ body: ArraySlice<UInt8>) throws(BoxFault) {
    var fields = BoxFields(body)
    let (version, _) = try fields.versionAndFlags()
    for _ in 0..<(try fields.uint32()) {
      let duration = try fields.integer(inVersion: version)
      let time =
        try version == 0 ? Int64(fields.int32()) : Int64(bitPattern: fields.uint64())
      try fields.skip(4)
      guard time == -1 else {
        guard (0...MediaTime.maximumTicks).contains(time) else {
          throw BoxFault("the edit at media time \(time) is out of range")
        }
        mediaStart = time
        return
      }
      let (sum, isTooLarge) = delay.addingReportingOverflow(duration)
      guard !isTooLarge else { throw BoxFault("the sum of the empty edits is too large") }
      delay = sum
    }
  }
}
