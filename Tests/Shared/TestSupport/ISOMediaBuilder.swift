/// Writes valid or invalid ISO base media box by box, for tests.
public struct ISOMediaBuilder {
  /// The bytes so far.
  public var bytes: [UInt8] = []

  public init() {}

  /// The offset of the next box.
  public var offset: Int64 { Int64(bytes.count) }

  public mutating func append(_ box: [UInt8]) { bytes += box }

  // MARK: - Boxes

  public static func box(_ type: String, _ payload: [UInt8]...) -> [UInt8] {
    let body = payload.flatMap { $0 }
    return word(8 + body.count) + Array(type.utf8) + body
  }

  /// A box with a 64-bit size.
  public static func largeBox(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    word(1) + Array(type.utf8) + long(16 + payload.count) + payload
  }

  public static func word(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  public static func long(_ value: Int) -> [UInt8] {
    word(value >> 32) + word(value)
  }

  public static func text(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }

  public static func fileType(brands: String..., type: String = "ftyp") -> [UInt8] {
    box(type, Array("iso6".utf8), word(0), brands.flatMap { Array($0.utf8) })
  }

  // MARK: - Movies

  /// A track of a movie box.
  public struct Track: Sendable {
    public var id = 1
    public var timescale = 90_000
    public var handler = "soun"
    /// Entries of the edit list: the duration in ticks of the movie (1,000 per second), and the media time.
    public var edits: [(duration: Int, time: Int)] = []
    public var defaultSampleDuration = 0
    public var version = 0
    /// Boxes after the handler.
    public var information: [UInt8] = []

    public init(
      id: Int = 1,
      timescale: Int = 90_000,
      handler: String = "soun",
      edits: [(duration: Int, time: Int)] = [],
      defaultSampleDuration: Int = 0,
      version: Int = 0
    ) {
      self.id = id
      self.timescale = timescale
      self.handler = handler
      self.edits = edits
      self.defaultSampleDuration = defaultSampleDuration
      self.version = version
    }
  }

  public static func movie(_ tracks: Track..., duration: Int = 0) -> [UInt8] {
    box(
      "moov",
      box("mvhd", word(0), word(0), word(0), word(1000), word(duration), word(0)),
      tracks.flatMap(self.track),
      box(
        "mvex",
        tracks.flatMap {
          box(
            "trex",
            word(0),
            word($0.id),
            word(1),
            word($0.defaultSampleDuration),
            word(0),
            word(0)
          )
        }
      )
    )
  }

  private static func track(_ track: Track) -> [UInt8] {
    let times = track.version == 0 ? word(0) + word(0) : long(0) + long(0)
    let full = word(track.version << 24)
    let number = track.version == 0 ? word : long
    let edits = box(
      "edts",
      box(
        "elst",
        full,
        word(track.edits.count),
        track.edits.flatMap { number($0.duration) + number($0.time) + word(0x10000) }
      )
    )
    return box(
      "trak",
      box("tkhd", full, times, word(track.id), word(0)),
      track.edits.isEmpty ? [] : edits,
      box(
        "mdia",
        box("mdhd", full, times, word(track.timescale), number(0), word(0)),
        box("hdlr", word(0), word(0), Array(track.handler.utf8), text("handler")),
        track.information
      )
    )
  }

  // MARK: - Fragments

  /// The samples of one track in a fragment.
  public struct Fragment: Sendable {
    public var track = 1
    /// The decode time of the first sample; nil omits the box.
    public var decodeTime: Int?
    /// The duration and composition offset of each sample.
    public var samples: [(duration: Int, offset: Int)]

    public init(track: Int = 1, at decodeTime: Int?, samples: [(duration: Int, offset: Int)]) {
      self.track = track
      self.decodeTime = decodeTime
      self.samples = samples
    }

    /// Makes a fragment with one sample.
    public init(track: Int = 1, at decodeTime: Int?, duration: Int) {
      self.init(track: track, at: decodeTime, samples: [(duration, 0)])
    }
  }

  /// A movie fragment with the media data of its samples.
  public static func fragment(_ fragments: Fragment..., mediaData: Int = 64) -> [UInt8] {
    box("moof", box("mfhd", word(0), word(1)), fragments.flatMap(trackFragment))
      + box("mdat", [UInt8](repeating: 0x5A, count: mediaData))
  }

  public static func trackFragment(_ fragment: Fragment) -> [UInt8] {
    let samples = fragment.samples.flatMap { word($0.duration) + word(1) + word($0.offset) }
    return box(
      "traf",
      box("tfhd", word(0x02_0000), word(fragment.track)),
      fragment.decodeTime.map { box("tfdt", word(0x0100_0000), long($0)) } ?? [],
      box("trun", word(0x0100_0B01), word(fragment.samples.count), word(0), samples)
    )
  }

  public static func index(track: Int = 1, timescale: Int = 90_000, at time: Int) -> [UInt8] {
    box("sidx", word(0), word(track), word(timescale), word(time), word(0), word(0))
  }

  // MARK: - Event messages

  public static let aomedia = "https://aomedia.org/emsg/ID3"
  public static let nielsen = "www.nielsen.com:id3:v1"

  /// An event message of version 1.
  public static func message(
    _ data: [UInt8],
    at time: Int,
    timescale: Int = 90_000,
    id: Int = 1,
    scheme: String = aomedia,
    value: String = "",
    duration: Int = 0xFFFF_FFFF
  ) -> [UInt8] {
    box(
      "emsg",
      word(0x0100_0000),
      word(timescale),
      long(time),
      word(duration),
      word(id),
      text(scheme),
      text(value),
      data
    )
  }

  /// An event message of version 0, with its delay from the start of its segment.
  public static func message(
    _ data: [UInt8],
    after delta: Int,
    timescale: Int = 90_000,
    id: Int = 1,
    scheme: String = nielsen,
    value: String = "1"
  ) -> [UInt8] {
    box(
      "emsg",
      word(0),
      text(scheme),
      text(value),
      word(timescale),
      word(delta),
      word(0xFFFF_FFFF),
      word(id),
      data
    )
  }
}
