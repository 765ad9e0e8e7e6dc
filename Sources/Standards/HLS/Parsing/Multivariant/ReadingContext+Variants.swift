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

  /// The entries of a quoted, comma-separated list.
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

  /// The unquoted word NONE, or a quoted GROUP-ID.
  private mutating func closedCaptions(_ list: AttributeList) -> Variant.ClosedCaptions? {
    guard let attribute = list["CLOSED-CAPTIONS"] else { return nil }
    if attribute.value == "NONE", !attribute.isQuoted { return Variant.ClosedCaptions.none }
    return quotedString("CLOSED-CAPTIONS", of: list).map { .group($0) }
  }
}

extension ReadingContext {
  private static let renditionAttributes: Set<String> = [
    "TYPE", "URI", "GROUP-ID", "NAME", "LANGUAGE", "ASSOC-LANGUAGE", "STABLE-RENDITION-ID",
    "DEFAULT", "AUTOSELECT", "FORCED", "INSTREAM-ID", "CHARACTERISTICS", "CHANNELS", "BIT-DEPTH",
    "SAMPLE-RATE",
  ]

  mutating func rendition(_ list: AttributeList) -> Rendition {
    var rendition = Rendition(
      kind: renditionKind(list),
      uri: quotedString("URI", of: list).flatMap { $0.isEmpty ? nil : $0 },
      groupID: requiredString("GROUP-ID", of: list),
      name: requiredString("NAME", of: list),
      line: list.line
    )
    rendition.language = quotedString("LANGUAGE", of: list)
    rendition.associatedLanguage = quotedString("ASSOC-LANGUAGE", of: list)
    rendition.stableRenditionID = quotedString("STABLE-RENDITION-ID", of: list)
    rendition.isDefault = flag("DEFAULT", of: list)
    rendition.isAutoselect = flag("AUTOSELECT", of: list)
    rendition.isForced = flag("FORCED", of: list)
    rendition.instreamID = quotedString("INSTREAM-ID", of: list)
    rendition.characteristics = entries("CHARACTERISTICS", of: list)
    rendition.channels = quotedString("CHANNELS", of: list)
    rendition.bitDepth = integer("BIT-DEPTH", of: list)
    rendition.sampleRate = integer("SAMPLE-RATE", of: list)
    rendition.otherAttributes = list.others(than: Self.renditionAttributes)
    checkConsistency(of: rendition, list)
    return rendition
  }

  private mutating func renditionKind(_ list: AttributeList) -> Rendition.Kind {
    let value = word("TYPE", of: list) ?? ""
    let kind = Rendition.Kind(value)
    if value.isEmpty {
      noteMissing("TYPE", of: list)
    } else if case .other = kind {
      noteInvalid("TYPE", value, of: list, wanted: "AUDIO, VIDEO, SUBTITLES or CLOSED-CAPTIONS")
    }
    return kind
  }

  private mutating func checkConsistency(of rendition: Rendition, _ list: AttributeList) {
    switch rendition.kind {
    case .closedCaptions:
      if rendition.uri != nil {
        note(.renditionInconsistent, line: list.line, "closed captions must not have a URI")
      }
      if rendition.instreamID == nil { noteMissing("INSTREAM-ID", of: list) }
    case .subtitles:
      if rendition.uri == nil { noteMissing("URI", of: list) }
    default:
      break
    }
  }

  mutating func sessionData(_ list: AttributeList) -> SessionData {
    let data = SessionData(
      id: requiredString("DATA-ID", of: list),
      value: quotedString("VALUE", of: list),
      uri: quotedString("URI", of: list),
      format: word("FORMAT", of: list) ?? "JSON",
      language: quotedString("LANGUAGE", of: list),
      line: list.line
    )
    if (data.value == nil) == (data.uri == nil) {
      note(.sessionDataInconsistent, line: list.line, "\(list.tag) needs either VALUE or URI")
    }
    return data
  }

  /// The key of an EXT-X-SESSION-KEY. If METHOD is missing, empty or NONE, returns nil and reports a fault.
  mutating func sessionKey(_ list: AttributeList) -> EncryptionKey? {
    guard word("METHOD", of: list) != "NONE" else {
      noteInvalid("METHOD", "NONE", of: list, wanted: "a method of encryption")
      return nil
    }
    return encryptionKey(list)
  }

  mutating func contentSteering(_ list: AttributeList) -> ContentSteering? {
    guard let uri = requiredURI(of: list, "SERVER-URI") else { return nil }
    return ContentSteering(serverURI: uri, pathwayID: quotedString("PATHWAY-ID", of: list))
  }
}
