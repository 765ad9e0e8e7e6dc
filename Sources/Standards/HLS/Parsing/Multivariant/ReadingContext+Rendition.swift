extension ReadingContext {
  private static let renditionAttributes: Set<String> = [
    "TYPE", "URI", "GROUP-ID", "NAME", "LANGUAGE", "ASSOC-LANGUAGE", "STABLE-RENDITION-ID",
    "DEFAULT", "AUTOSELECT", "FORCED", "INSTREAM-ID", "CHARACTERISTICS", "CHANNELS", "BIT-DEPTH",
    "SAMPLE-RATE",
  ]

  /// The rendition of an EXT-X-MEDIA.
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

  /// The value of an EXT-X-SESSION-DATA.
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

  /// The key of an EXT-X-SESSION-KEY.
  mutating func sessionKey(_ list: AttributeList) -> EncryptionKey? {
    guard word("METHOD", of: list) != "NONE" else {
      noteInvalid("METHOD", "NONE", of: list, wanted: "a method of encryption")
      return nil
    }
    return encryptionKey(list)
  }

  /// The value of an EXT-X-CONTENT-STEERING.
  mutating func contentSteering(_ list: AttributeList) -> ContentSteering? {
    guard let uri = requiredURI(of: list, "SERVER-URI") else { return nil }
    return ContentSteering(serverURI: uri, pathwayID: quotedString("PATHWAY-ID", of: list))
  }
}
