/// AdaptationSets and Representations (5.3.3, 5.3.5).
extension ManifestParser {
  mutating func adaptationSet(
    _ element: ManifestElement,
    index: Int,
    in period: Period,
    level: SegmentLevel,
    bases: [BaseURL]
  ) throws(ManifestError) -> AdaptationSet {
    var set = AdaptationSet(id: element["id"], index: index, line: element.line)
    set.mimeType = element["mimeType"]
    set.codecs = element["codecs"]
    set.language = element["lang"]
    set.roles = descriptors(element, "Role")
    set.essentialProperties = descriptors(element, "EssentialProperty")
    set.supplementalProperties = descriptors(element, "SupplementalProperty")
    set.inbandEventStreams = inbandEventStreams(element)
    set.contentProtections = contentProtections(element)
    reportProperties(of: set, element)
    let bases = baseURLs(of: element, below: bases)
    var shared = SharedSegments(levels: [SegmentLevel(element), level])
    for child in element.elements("Representation") {
      representationsLeft -= 1
      guard representationsLeft >= 0 else {
        throw ManifestError(
          .limit,
          line: child.line,
          "more than \(limits.representations) Representations"
        )
      }
      set.representations.append(
        try representation(
          child,
          of: set,
          parent: element,
          in: period,
          shared: &shared,
          bases: bases
        )
      )
    }
    let mimeType = set.mimeType ?? set.representations.first?.mimeType
    set.contentType =
      element["contentType"] ?? element.first("ContentComponent")?["contentType"]
      ?? mimeType?.split(separator: "/").first.map(String.init)
    return set
  }

  private mutating func representation(
    _ element: ManifestElement,
    of set: AdaptationSet,
    parent: ManifestElement,
    in period: Period,
    shared: inout SharedSegments,
    bases: [BaseURL]
  ) throws(ManifestError) -> Representation {
    let bases = baseURLs(of: element, below: bases)
    let bandwidth = integer(element, "bandwidth", in: 0...Int64(Int32.max) * 4096).map(Int.init)
    let id = element["id"] ?? ""
    if id.isEmpty {
      notes.add(.missing, "Representation@id", element, "a Representation has no id")
    }
    let name = SegmentName(representation: id, bandwidth: bandwidth, bases: bases)
    var representation = Representation(
      id: id,
      line: element.line,
      bandwidth: bandwidth,
      mimeType: element["mimeType"] ?? set.mimeType,
      codecs: element["codecs"] ?? set.codecs,
      baseURLs: bases,
      segments: segments(of: element, name: name, in: period, shared: &shared)
    )
    representation.width = pixels(element, "width") ?? pixels(parent, "width")
    representation.height = pixels(element, "height") ?? pixels(parent, "height")
    representation.inbandEventStreams = set.inbandEventStreams + inbandEventStreams(element)
    representation.contentProtections = set.contentProtections + contentProtections(element)
    if representation.mimeType?.lowercased() == "video/mp2t" {
      notes.add(
        .unsupported,
        "MPEG-2 TS in DASH",
        element,
        "Representation \"\(brief(id))\" is MPEG-2 TS, which is not read in DASH"
      )
    }
    return representation
  }

  private mutating func pixels(_ element: ManifestElement, _ name: String) -> Int? {
    integer(element, name, in: 0...Int64(UInt32.max)).map(Int.init)
  }

  private mutating func contentProtections(_ element: ManifestElement) -> [ContentProtection] {
    limited(element, "ContentProtection").map { element in
      ContentProtection(
        scheme: element["schemeIdUri"] ?? "",
        value: element["value"],
        defaultKeyID: element.attribute(local: "default_KID")
      )
    }
  }

  /// Reports properties that add query parameters to the addresses of segments.
  private mutating func reportProperties(of set: AdaptationSet, _ element: ManifestElement) {
    for property in set.essentialProperties + set.supplementalProperties
    where property.scheme.hasPrefix("urn:mpeg:dash:urlparam:") {
      notes.add(
        .unsupported,
        "URL parameters",
        element,
        "query parameters (\(brief(property.scheme))) are not added to addresses"
      )
    }
  }
}
