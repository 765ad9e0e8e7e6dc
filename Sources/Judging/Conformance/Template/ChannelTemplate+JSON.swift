import Formats
import NielsenTag

extension ChannelTemplate {
  /// The maximum size of a template, in bytes.
  package static let sizeLimit = 1 << 20

  private static let offsets: ClosedRange<Int64> = 0...99_999
  private static let sids: ClosedRange<Int64> = 0...Int64(UInt32.max)
  private static let day = 86_400.0
  private static let longestList = 4096

  /// Parses a template file.
  /// - Throws: `CheckSettingError` without the file name.
  public init(json bytes: [UInt8]) throws(CheckSettingError) {
    guard bytes.count <= Self.sizeLimit else {
      throw CheckSettingError("is larger than \(Self.sizeLimit) bytes: name a template file")
    }
    var fields = try SettingFields(file: bytes, remarks: ["note"])
    guard try fields.whole("version", in: 0...Int64.max) == 1 else {
      throw fields.error("version", "write 1, the only version")
    }
    guard let channel = try fields.filledText("channel") else {
      throw fields.error("channel", "is missing: name the channel")
    }
    self.init(channel: channel)
    note = try fields.filledText("note")
    for source in TaggedSource.allCases {
      guard var values = try fields.object(source.rawValue) else { continue }
      let read = try Self.source(&values)
      switch source {
      case .pc: pc = read
      case .fd: fd = read
      }
    }
    breakouts = try Self.breakouts(&fields)
    owners = try fields.textList("owners") ?? []
    renditions = try Self.renditions(&fields)
    adLoad = try Self.adLoad(&fields)
    if var cadence = try fields.object("cadence") {
      self.cadence.data = try cadence.number("data", in: 1...3600)
      self.cadence.info = try cadence.number("info", in: 1...Self.day)
      try cadence.finish()
    }
    try fields.finish()
  }

  private static func source(_ fields: inout SettingFields) throws(CheckSettingError) -> Source {
    var source = Source()
    source.isExpected = try fields.truth("expected")
    source.nullSeconds = try fields.number("nullSeconds", in: 0...day)
    source.cids = try cids(&fields)
    source.sids = try sids(&fields)
    if var offset = try fields.object("offset") {
      let from = try offset.whole("from", in: offsets) ?? offsets.lowerBound
      let to = try offset.whole("to", in: offsets) ?? offsets.upperBound
      guard from <= to else { throw offset.error("to", "write a number of at least \(from)") }
      source.offset = from...to
      try offset.finish()
    }
    if source.isExpected == false {
      for name in ["cids", "sids", "offset", "nullSeconds"] where fields.value(name) != nil {
        throw fields.error(name, "cannot be compared because 'expected' is false: remove it")
      }
    }
    try fields.finish()
    return source
  }

  private static func cids(
    _ fields: inout SettingFields
  ) throws(CheckSettingError) -> [DatedCID] {
    var cids: [DatedCID] = []
    for (element, path) in try fields.list("cids", limit: longestList) {
      var text: String?
      var dated = DatedCID(cid: .null)
      if case .text(let plain) = element.value {
        text = plain
      } else {
        var inner = try SettingFields(element, path: path, remarks: ["note"])
        text = try inner.filledText("cid")
        dated.from = try inner.time("from")
        dated.to = try inner.time("to")
        if let from = dated.from, let to = dated.to, from >= to {
          throw inner.error("to", "write a time after 'from'")
        }
        try inner.finish()
      }
      guard let cid = text.flatMap({ ContentID(text: $0) }), !cid.isNull else {
        throw CheckSettingError(
          line: element.line,
          field: path,
          "write a CID of 24 characters, as 'id3tap extract --format jsonl' prints it, and not the "
            + "null CID"
        )
      }
      dated.cid = cid
      cids.append(dated)
    }
    return cids
  }

  private static func sids(
    _ fields: inout SettingFields
  ) throws(CheckSettingError) -> [ClosedRange<Int64>] {
    var ranges: [ClosedRange<Int64>] = []
    for (element, path) in try fields.list("sids", limit: longestList) {
      if case .number(let digits) = element.value, let number = Int64(digits), sids.contains(number)
      {
        ranges.append(number...number)
        continue
      }
      guard case .object = element.value else {
        throw CheckSettingError(
          line: element.line,
          field: path,
          "must be a whole number, or {\"from\": …, \"to\": …}"
        )
      }
      var inner = try SettingFields(element, path: path, remarks: ["note"])
      guard let from = try inner.whole("from", in: sids), let to = try inner.whole("to", in: sids),
        from <= to
      else { throw inner.error("from", "write 'from' and a 'to' that is at least 'from'") }
      try inner.finish()
      ranges.append(from...to)
    }
    return ranges
  }

  private static func breakouts(
    _ fields: inout SettingFields
  ) throws(CheckSettingError) -> [String] {
    let codes = try fields.textList("breakouts") ?? []
    let isEach = codes.allSatisfy { code in
      code.utf8.count == 2
        && code.utf8.allSatisfy(\.isDigit)
    }
    guard isEach else {
      throw fields.error("breakouts", "write codes of two digits in quotes, such as \"00\"")
    }
    return codes
  }

  private static func renditions(
    _ fields: inout SettingFields
  ) throws(CheckSettingError) -> TaggedRenditions? {
    guard let value = fields.value("renditions") else { return nil }
    switch value.value {
    case .text("all"): return .all
    case .text("video"): return .video
    case .text("audio"): return .audio
    case .array: return .named(try fields.textList("renditions") ?? [])
    default:
      throw fields.error("renditions", "write \"all\", \"video\", \"audio\", or a list of names")
    }
  }

  /// Reads the ad load, which the file states in minutes per hour or as a share. Returns minutes per hour.
  private static func adLoad(
    _ fields: inout SettingFields
  ) throws(CheckSettingError) -> ClosedRange<Double>? {
    guard var load = try fields.object("adLoad") else { return nil }
    var ranges: [ClosedRange<Double>] = []
    for (name, whole) in [("minutesPerHour", 60.0), ("share", 1)] {
      guard var range = try load.object(name) else { continue }
      let from = try range.number("from", in: 0...whole) ?? 0
      let to = try range.number("to", in: 0...whole) ?? whole
      guard from <= to else { throw range.error("to", "write a number that is at least 'from'") }
      try range.finish()
      ranges.append(from / whole * 60...to / whole * 60)
    }
    try load.finish()
    guard ranges.count == 1 else {
      throw fields.error("adLoad", "write either 'minutesPerHour' or 'share'")
    }
    return ranges[0]
  }
}
