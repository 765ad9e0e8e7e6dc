extension ReadingContext {
  private static let variantAttributes: Set<String> = [
    "URI", "BANDWIDTH", "AVERAGE-BANDWIDTH", "CODECS", "SUPPLEMENTAL-CODECS", "RESOLUTION",
    "FRAME-RATE", "SCORE", "HDCP-LEVEL", "ALLOWED-CPC", "VIDEO-RANGE", "REQ-VIDEO-LAYOUT", "AUDIO",
    "VIDEO", "SUBTITLES", "CLOSED-CAPTIONS", "STABLE-VARIANT-ID", "PATHWAY-ID", "NAME",
  ]

  /// The variant of an EXT-X-STREAM-INF or EXT-X-I-FRAME-STREAM-INF, without its URI.
  mutating func variant(_ list: AttributeList) -> Variant {
    var variant = Variant(uri: "", line: list.line)
    variant.bandwidth = integer("BANDWIDTH", of: list)
    if list["BANDWIDTH"] == nil { noteMissing("BANDWIDTH", of: list) }
    variant.averageBandwidth = integer("AVERAGE-BANDWIDTH", of: list)
    variant.codecs = entries("CODECS", of: list)
    variant.supplementalCodecs = entries("SUPPLEMENTAL-CODECS", of: list)
    variant.resolution = resolution(list)
    variant.frameRate = duration("FRAME-RATE", of: list)
    variant.score = duration("SCORE", of: list)
    variant.hdcpLevel = word("HDCP-LEVEL", of: list)
    variant.allowedCPC = quotedString("ALLOWED-CPC", of: list)
    variant.videoRange = word("VIDEO-RANGE", of: list)
    variant.requiredVideoLayout = quotedString("REQ-VIDEO-LAYOUT", of: list)
    variant.audio = quotedString("AUDIO", of: list)
    variant.video = quotedString("VIDEO", of: list)
    variant.subtitles = quotedString("SUBTITLES", of: list)
    variant.closedCaptions = closedCaptions(list)
    variant.stableVariantID = quotedString("STABLE-VARIANT-ID", of: list)
    variant.pathwayID = quotedString("PATHWAY-ID", of: list)
    variant.name = quotedString("NAME", of: list)
    variant.otherAttributes = list.others(than: Self.variantAttributes)
    return variant
  }

  /// The entries of a quoted list with commas.
  mutating func entries(_ name: String, of list: AttributeList) -> [String] {
    guard let value = quotedString(name, of: list) else { return [] }
    return Array(value.utf8).split(separator: UInt8(ascii: ",")).map {
      String(decoding: ASCIISpace.trim($0), as: UTF8.self)
    }
  }

  private mutating func resolution(_ list: AttributeList) -> Resolution? {
    guard let value = word("RESOLUTION", of: list) else { return nil }
    let resolution = Resolution(value)
    if resolution == nil { noteInvalid("RESOLUTION", value, of: list, wanted: "WIDTHxHEIGHT") }
    return resolution
  }

  /// NONE without quotes, or a GROUP-ID in quotes.
  private mutating func closedCaptions(_ list: AttributeList) -> Variant.ClosedCaptions? {
    guard let attribute = list["CLOSED-CAPTIONS"] else { return nil }
    if attribute.value == "NONE", !attribute.isQuoted { return Variant.ClosedCaptions.none }
    return quotedString("CLOSED-CAPTIONS", of: list).map { .group($0) }
  }
}
