/// Markers of ad breaks. Vendors specify them differently, so all known forms are accepted without faults.
extension ReadingContext {
  /// The ad break marker in a non-standard tag; nil if `tag` is not a known marker.
  mutating func cue(
    _ tag: String,
    _ value: ArraySlice<UInt8>?,
    line: Int
  ) throws(PlaylistError) -> CueMarker? {
    switch tag {
    case "EXT-X-CUE-OUT", "EXT-X-CUE-OUT-CONT", "EXT-X-CUE-IN":
      try breakCue(tag, value ?? [], line: line)
    case "EXT-X-SCTE35", "EXT-SCTE35":
      try spliceCue(tag, value ?? [], line: line)
    case "EXT-OATCLS-SCTE35", "EXT-X-SPLICEPOINT-SCTE35":
      CueMarker(
        kind: .splice,
        tag: tag,
        scte35: value.map { text($0, line: line) },
        line: line
      )
    case "EXT-X-ASSET":
      try attributedCue(.asset, tag, value ?? [], line: line)
    default:
      nil
    }
  }

  /// Reads `#EXT-X-CUE-OUT:30`, `#EXT-X-CUE-OUT:DURATION=30`, `#EXT-X-CUE-OUT-CONT:8.8/30`,
  /// `#EXT-X-CUE-OUT-CONT:ElapsedTime=8.8,Duration=30` and `#EXT-X-CUE-IN`.
  private mutating func breakCue(
    _ tag: String,
    _ value: ArraySlice<UInt8>,
    line: Int
  ) throws(PlaylistError) -> CueMarker {
    let kind: CueMarker.Kind =
      switch tag {
      case "EXT-X-CUE-OUT": .out
      case "EXT-X-CUE-IN": .in
      default: .outContinued
      }
    let first = ASCIISpace.trim(value.prefix { $0 != UInt8(ascii: ",") })
    let numbers = first.split(separator: UInt8(ascii: "/"), maxSplits: 1)
      .map { DecimalText.number($0) }
    guard let number = numbers.first, let number else {
      return try attributedCue(kind, tag, value, line: line)
    }
    let rest = value[first.endIndex...].drop { $0 != UInt8(ascii: ",") }.dropFirst()
    var cue = try attributedCue(kind, tag, rest, line: line)
    if numbers.count == 2 {
      (cue.elapsed, cue.duration) = (number, numbers[1])
    } else if kind == .outContinued {
      cue.elapsed = number
    } else {
      cue.duration = number
    }
    return cue
  }

  /// Reads `#EXT-X-SCTE35:TYPE=0x34,CUE-OUT=YES,DURATION=30,CUE="/DA="` and `#EXT-SCTE35: CUE="/DA=", TIME=1.5`.
  private mutating func spliceCue(
    _ tag: String,
    _ value: ArraySlice<UInt8>,
    line: Int
  ) throws(PlaylistError) -> CueMarker {
    var cue = try attributedCue(.splice, tag, value, line: line)
    if cue.attribute("CUE-IN") == "YES" { cue.kind = .in }
    switch cue.attribute("CUE-OUT") {
    case "YES": cue.kind = .out
    case "CONT": cue.kind = .outContinued
    default: break
    }
    return cue
  }

  private mutating func attributedCue(
    _ kind: CueMarker.Kind,
    _ tag: String,
    _ value: ArraySlice<UInt8>,
    line: Int
  ) throws(PlaylistError) -> CueMarker {
    let list = try AttributeReader.read(value, of: tag, line: line, into: &self)
    var cue = CueMarker(kind: kind, tag: tag, attributes: list.attributes, line: line)
    cue.duration = cue.number("DURATION")
    cue.elapsed = cue.number("ELAPSED", "ELAPSEDTIME")
    cue.id = cue.attribute("ID", "EVENT-ID", "CAID")
    cue.scte35 = cue.attribute("SCTE35", "CUE")
    return cue
  }
}

extension CueMarker {
  init(
    kind: Kind,
    tag: String,
    scte35: String? = nil,
    attributes: [PlaylistAttribute] = [],
    line: Int
  ) {
    self.kind = kind
    self.tag = tag
    self.scte35 = scte35
    self.attributes = attributes
    self.line = line
  }

  /// The value of the first attribute with one of these names, regardless of its case.
  fileprivate func attribute(_ names: String...) -> String? {
    attributes.first { names.contains($0.name.uppercased()) }?.value
  }

  fileprivate func number(_ names: String...) -> Double? {
    attributes.first { names.contains($0.name.uppercased()) }
      .flatMap { DecimalText.number($0.value.utf8) }
  }
}
