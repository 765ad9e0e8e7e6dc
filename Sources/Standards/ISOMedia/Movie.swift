/// The tracks that a movie box declares for the fragments after it (ISO/IEC 14496-12, 8.2 to 8.8).
package struct Movie: Equatable {
  package struct Track: Equatable {
    package enum Kind { case audio, video, other, unknown }

    package var kind = Kind.unknown
    /// The number of ticks per second; nil if unknown.
    package var timescale: UInt32?
    /// The media time in ticks at presentation time 0, from the edit list. An empty edit delays the track and lowers
    /// this value, which can be negative.
    package var editStart: Int64 = 0
    /// The default duration of samples in fragments, in ticks.
    package var defaultSampleDuration: UInt32 = 0
    /// The default size of samples in fragments, in bytes.
    package var defaultSampleSize: UInt32 = 0
    /// The sample entry of an event track; nil if there is none that can be read.
    package var events: EventTrackEntry?
    /// The number of samples in the movie box itself, outside fragments.
    package var listedSamples: UInt32 = 0
  }

  package static let maximumTracks = 64

  package var tracks: [UInt32: Track] = [:]
  /// The duration of the presentation without its fragments, in seconds; nil if it is unknown or 0.
  package var duration: Double?

  package init() {}

  /// Whether a track drives the clock: audio and video tracks do, or every track if no handler declares audio or video.
  package func isClock(_ trackID: UInt32) -> Bool {
    let isKnown = tracks.values.contains { $0.kind == .audio || $0.kind == .video }
    guard isKnown else { return true }
    let kind = tracks[trackID]?.kind
    return kind == .audio || kind == .video
  }

  /// Sets the timescale of a track whose timescale is unknown.
  package mutating func learn(timescale: UInt32, ofTrack trackID: UInt32) {
    guard timescale > 0, tracks[trackID]?.timescale == nil else { return }
    guard tracks[trackID] != nil || tracks.count < Self.maximumTracks else { return }
    tracks[trackID, default: Track()].timescale = timescale
  }
}

extension Movie {
  package init(parsing payload: ArraySlice<UInt8>) throws(BoxFault) {
    var defaults: [UInt32: (duration: UInt32, size: UInt32)] = [:]
    var descriptions: [TrackDescription] = []
    var timescale: UInt32 = 0
    var ticks: UInt64 = 0
    try BoxHeader.forEachBox(in: payload) { (type, body) throws(BoxFault) in
      switch type {
      case .movieHeader:
        var fields = BoxFields(body)
        let (version, _) = try fields.versionAndFlags()
        try fields.skip(version == 0 ? 8 : 16)
        timescale = try fields.uint32()
        ticks = try fields.integer(inVersion: version)
        let isUnknown = ticks == (version == 0 ? UInt64(UInt32.max) : .max)
        if isUnknown { ticks = 0 }
      case .track where descriptions.count < Self.maximumTracks:
        descriptions.append(try TrackDescription(parsing: body))
      case .movieExtends:
        try BoxHeader.forEachBox(in: body) { (type, body) throws(BoxFault) in
          guard type == .trackExtends, defaults.count < Self.maximumTracks else { return }
          var fields = BoxFields(body)
          try fields.skip(4)
          let trackID = try fields.uint32()
          try fields.skip(4)
          let duration = try fields.uint32()
          // A short box lacks the default size of samples, which only event tracks need.
          defaults[trackID] = (duration, fields.rest.count < 4 ? 0 : try fields.uint32())
        }
      default: break
      }
    }
    if timescale > 0, ticks > 0 { duration = Double(ticks) / Double(timescale) }
    for description in descriptions {
      var track = description.track
      (track.defaultSampleDuration, track.defaultSampleSize) = defaults[description.id] ?? (0, 0)
      track.editStart = description.editStart(movieTimescale: timescale)
      tracks[description.id] = track
    }
  }
}

/// A time on the media timeline, in ticks of a timescale.
package struct MediaTime: Sendable, Hashable {
  package var ticks: Int64
  /// The number of ticks per second, not 0.
  package var timescale: UInt32

  /// The largest absolute value of a time, in ticks. Sums of a few such times cannot overflow.
  package static let maximumTicks: Int64 = 1 << 60

  /// A time; fails if the timescale is 0 or the ticks exceed the limit.
  package init?(ticks: Int64, timescale: UInt32) {
    guard timescale > 0, (-Self.maximumTicks...Self.maximumTicks).contains(ticks) else {
      return nil
    }
    self.ticks = ticks
    self.timescale = timescale
  }

  package var seconds: Double { Double(ticks) / Double(timescale) }

  package func seconds(since other: MediaTime) -> Double {
    let scale = Int128(timescale)
    let otherScale = Int128(other.timescale)
    let difference = Int128(ticks) * otherScale - Int128(other.ticks) * scale
    return Double(difference) / Double(scale * otherScale)
  }

  /// The nearest number of ticks of another timescale; nil if it does not fit into 64 bits.
  package func ticks(inTimescale other: UInt32) -> Int64? {
    let product = Int128(ticks) * Int128(other)
    let scale = Int128(timescale)
    let (quotient, remainder) = (product + scale / 2).quotientAndRemainder(dividingBy: scale)
    return Int64(exactly: remainder < 0 ? quotient - 1 : quotient)
  }
}
