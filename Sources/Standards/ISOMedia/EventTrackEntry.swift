/// The content of an event track's sample entry (ISO/IEC 23001-18, 7.2 and 7.3).
package struct EventTrackEntry: Equatable {
  package struct Scheme: Equatable {
    /// `scheme_id_uri`.
    package var uri: String
    package var value: String

    package init(uri: String, value: String) {
      self.uri = uri
      self.value = value
    }
  }

  private static let maximumSchemes = 256

  /// The listed schemes, at most 256; nil if there is no list, or if the entry is unreadable.
  package private(set) var schemes: [Scheme]?
  /// Whether the track may have events of schemes other than those listed.
  package private(set) var hasOthers = true

  /// An entry with a list of schemes, or without a list if `schemes` is nil.
  package init(schemes: [Scheme]?, hasOthers: Bool = false) {
    self.schemes = schemes
    self.hasOthers = hasOthers || schemes == nil
  }

  /// Reads the payload of a sample description box; fails if none of its entries describes an event track.
  init?(sampleDescription payload: ArraySlice<UInt8>) throws(BoxFault) {
    var fields = BoxFields(payload)
    try fields.skip(8)  // version, flags and number of entries
    var entry: ArraySlice<UInt8>?
    try BoxHeader.forEachBox(in: fields.rest) { (type, body) throws(BoxFault) in
      if type == .eventTrackEntry, entry == nil { entry = body }
    }
    guard let entry else { return nil }
    do throws(BoxFault) { try readSchemes(entry) } catch {
      (schemes, hasOthers) = (nil, true)
    }
  }

  private mutating func readSchemes(_ entry: ArraySlice<UInt8>) throws(BoxFault) {
    var fields = BoxFields(entry)
    try fields.skip(8)  // reserved bytes and data reference
    try BoxHeader.forEachBox(in: fields.rest) { (type, body) throws(BoxFault) in
      guard type == .schemeList else { return }
      var fields = BoxFields(body)
      try fields.skip(4)
      var list: [Scheme] = []
      for _ in 0..<(try fields.uint32()) {
        let scheme = Scheme(uri: try fields.text("scheme_id_uri"), value: try fields.text("value"))
        try fields.skip(1)  // whether the track has at least one such event
        if list.count < Self.maximumSchemes { list.append(scheme) }
      }
      let flags = try fields.byte()
      (schemes, hasOthers) = (list, flags & 0x80 != 0)
    }
  }

  /// The bytes of a sample description box with this entry.
  package var sampleDescription: [UInt8] {
    var content: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]
    if let schemes {
      let list = schemes.flatMap { scheme -> [UInt8] in
        Array(scheme.uri.utf8) + [0] + Array(scheme.value.utf8) + [0, 0]
      }
      let count = BoxBytes.bigEndian(UInt32(truncatingIfNeeded: schemes.count))
      let flags: [UInt8] = [hasOthers ? 0x80 : 0]
      content += BoxBytes.box(.schemeList, [0, 0, 0, 0] + count + list + flags)
    }
    let one: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]
    return BoxBytes.box(.sampleDescription, one + BoxBytes.box(.eventTrackEntry, content))
  }
}
