import Formats

/// Makes a presentation from the elements of a manifest.
struct ManifestParser {
  /// The maximum number of `Location` elements, of `UTCTiming` elements, and of each kind of descriptor in an element.
  /// Any more are ignored.
  static let descriptorLimit = 64

  let limits: ManifestLimits
  var notes: NoteLog
  var presentation: MediaPresentation
  /// The number of Representations that may still be read in the whole manifest.
  var representationsLeft: Int
  /// The namespaces that the root and the current Period declare, by prefix.
  var documentScope: [String: String] = [:]
  var entriesLeft: Int

  static func read(
    _ root: ManifestElement,
    at address: String,
    limits: ManifestLimits
  ) throws(ManifestError) -> MediaPresentation {
    guard root.localName == "MPD", isOfDASH(root.namespace) else {
      let name = PrintableText.escaping(String(root.name.prefix(60)))
      throw ManifestError(
        .notManifest,
        line: root.line,
        "the root element is \"\(name)\", not MPD in the DASH namespace: this is not a DASH manifest"
      )
    }
    var reader = ManifestParser(address: address, limits: limits)
    try reader.read(root)
    reader.presentation.notes = reader.notes.notes
    reader.presentation.omittedNoteCount = reader.notes.omittedCount
    return reader.presentation
  }

  /// Whether a namespace is that of a manifest. Some packagers omit the namespace or write another version of it.
  private static func isOfDASH(_ namespace: String) -> Bool {
    namespace.isEmpty || namespace.lowercased().hasPrefix("urn:mpeg:dash:schema:mpd")
  }

  private init(address: String, limits: ManifestLimits) {
    self.limits = limits
    notes = NoteLog(limit: limits.notes)
    presentation = MediaPresentation(address: address)
    representationsLeft = limits.representations
    entriesLeft = limits.entries
  }

  private mutating func read(_ root: ManifestElement) throws(ManifestError) {
    documentScope = root.declarations
    readAttributes(of: root)
    for element in root.elements("Location").prefix(Self.descriptorLimit) {
      presentation.locations.append(resolve(element.text))
    }
    for element in root.elements("UTCTiming").prefix(Self.descriptorLimit) {
      presentation.utcTimings.append(timing(element))
    }
    reportUnsupported(in: root)
    let bases = baseURLs(of: root, below: [BaseURL(address: presentation.address)])
    try readPeriods(of: root, bases: bases)
  }

  private mutating func readAttributes(of root: ManifestElement) {
    presentation.id = root["id"]
    switch root["type"] {
    case "static", nil: presentation.kind = .static
    case "dynamic": presentation.kind = .dynamic
    case let type?:
      // The type is unknown, or `list`, which refers to other manifests.
      notes.add(
        .unsupported,
        "MPD@type",
        root,
        "MPD@type is \"\(brief(type))\"; it is read as static"
      )
    }
    presentation.profiles = (root["profiles"] ?? "").split(separator: ",").map {
      XMLSpace.trim(String($0))
    }
    presentation.availabilityStartTime = time(root, "availabilityStartTime")
    presentation.availabilityEndTime = time(root, "availabilityEndTime")
    presentation.publishTime = time(root, "publishTime")
    presentation.minimumUpdatePeriod = duration(root, "minimumUpdatePeriod")
    presentation.timeShiftBufferDepth = duration(root, "timeShiftBufferDepth")
    presentation.suggestedPresentationDelay = duration(root, "suggestedPresentationDelay")
    presentation.minimumBufferTime = duration(root, "minBufferTime")
    presentation.maximumSegmentDuration = duration(root, "maxSegmentDuration")
    presentation.duration = duration(root, "mediaPresentationDuration")
    if presentation.kind == .dynamic, presentation.availabilityStartTime == nil {
      notes.add(
        .missing,
        "MPD@availabilityStartTime",
        root,
        "the dynamic manifest has no usable availabilityStartTime to compare with the clock"
      )
    }
  }

  private mutating func reportUnsupported(in root: ManifestElement) {
    for element in root.ownElements {
      switch element.localName {
      case "ContentSteering":
        notes.add(
          .unsupported,
          "content steering",
          element,
          "content steering is not followed; base URLs are tried by priority, then in order"
        )
      case "ImportedMPD", "ListMPD":
        notes.add(
          .unsupported,
          element.localName,
          element,
          "\(element.localName): the manifests to which it refers are not read"
        )
      default: break
      }
    }
    if let (element, address) = Self.remoteElement(in: root) {
      notes.add(
        .unsupported,
        "xlink",
        element,
        "\(element.localName) is remote (xlink \"\(brief(address))\"): the remote element is not read"
      )
    }
  }

  /// The first reference to a remote element (5.5), and its address.
  private static func remoteElement(
    in element: ManifestElement
  ) -> (element: ManifestElement, address: String)? {
    for child in element.ownElements {
      let reference = child.attributes.first { $0.name.contains(":") && $0.localName == "href" }
      if let reference { return (child, XMLSpace.trim(reference.value)) }
      guard ["Period", "AdaptationSet", "Representation"].contains(child.localName),
        let found = remoteElement(in: child)
      else { continue }
      return found
    }
    return nil
  }

  func resolve(_ text: String) -> String {
    URIReference.resolve(text, against: presentation.address)
  }

  private mutating func timing(_ element: ManifestElement) -> UTCTiming {
    let scheme = element["schemeIdUri"] ?? ""
    let value = element["value"] ?? ""
    var timing = UTCTiming(scheme: scheme, value: value, kind: .unsupported)
    let addresses = XMLSpace.words(value).map { resolve($0) }
    // The scheme is `urn:mpeg:dash:utc:http-iso:2014` or similar.
    let parts = scheme.split(separator: ":")
    let isKnown = parts.count == 6 && scheme.hasPrefix("urn:mpeg:dash:utc:")
    switch isKnown ? parts[4] : "" {
    case "direct":
      if let time = DateTimeText.read(XMLSpace.trim(value)) {
        timing.kind = .direct(time.unixSeconds)
      } else {
        notes.add(
          .invalid,
          "UTCTiming",
          element,
          "\"\(brief(value))\" is not a time; it is ignored"
        )
      }
    case "http-iso": timing.kind = .iso(addresses: addresses)
    case "http-xsdate": timing.kind = .xsdate(addresses: addresses)
    case "http-head": timing.kind = .head(addresses: addresses)
    default:
      notes.add(
        .unsupported,
        "UTCTiming",
        element,
        "the time scheme \"\(brief(scheme))\" is not supported"
      )
    }
    return timing
  }
}
