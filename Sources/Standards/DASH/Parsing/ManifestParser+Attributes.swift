import Formats

/// Reads attributes by type. A value of the wrong type is reported and treated as missing.
extension ManifestParser {
  /// An `xs:duration`, in seconds.
  mutating func duration(_ element: ManifestElement, _ name: String) -> Double? {
    guard let text = element[name] else { return nil }
    if let seconds = DurationText.seconds(text) { return seconds }
    return invalid(element, name, text, "a duration")
  }

  /// An `xs:dateTime`, in Unix seconds; without a time zone, UTC is assumed.
  mutating func time(_ element: ManifestElement, _ name: String) -> Double? {
    guard let text = element[name] else { return nil }
    if let time = DateTimeText.read(XMLSpace.trim(text)) { return time.unixSeconds }
    return invalid(element, name, text, "a time")
  }

  mutating func integer(
    _ element: ManifestElement,
    _ name: String,
    in range: ClosedRange<Int64> = 0...SegmentRuns.maximumTicks
  ) -> Int64? {
    guard let text = element[name] else { return nil }
    if let number = Int64(XMLSpace.trim(text)), range.contains(number) { return number }
    return invalid(
      element,
      name,
      text,
      "an integer from \(range.lowerBound) to \(range.upperBound)"
    )
  }

  /// An `xs:unsignedInt` that is not 0.
  mutating func timescale(_ element: ManifestElement) -> UInt32? {
    integer(element, "timescale", in: 1...Int64(UInt32.max)).map { UInt32($0) }
  }

  /// A decimal number, or `INF`.
  mutating func number(_ element: ManifestElement, _ name: String) -> Double? {
    guard let text = element[name] else { return nil }
    if text == "INF" { return .infinity }
    if let number = Double(XMLSpace.trim(text)), !number.isNaN, abs(number) <= 1e12 {
      return number
    }
    return invalid(element, name, text, "a usable number")
  }

  private mutating func invalid<Value>(
    _ element: ManifestElement,
    _ name: String,
    _ text: String,
    _ kind: String
  ) -> Value? {
    let subject = "\(element.localName)@\(name)"
    notes.add(
      .invalid,
      subject,
      element,
      "\(subject) is \"\(brief(text))\", not \(kind); it is ignored"
    )
    return nil
  }

  mutating func descriptors(_ element: ManifestElement, _ name: String) -> [SchemeDescriptor] {
    limited(element, name).map { element in
      SchemeDescriptor(
        scheme: element["schemeIdUri"] ?? "",
        value: element["value"],
        id: element["id"]
      )
    }
  }

  mutating func limited(_ element: ManifestElement, _ name: String) -> [ManifestElement] {
    let all = element.elements(name)
    if all.count > Self.descriptorLimit {
      notes.add(
        .unsupported,
        name,
        element,
        "\(all.count) \(name) elements; only the first \(Self.descriptorLimit) are read"
      )
    }
    return Array(all.prefix(Self.descriptorLimit))
  }

  /// An element's base URLs (5.6), sorted by priority. Each `BaseURL` child is resolved against each base URL of the
  /// parent. An element without a `BaseURL` child has the base URLs of its parent.
  mutating func baseURLs(of element: ManifestElement, below above: [BaseURL]) -> [BaseURL] {
    let own = element.elements("BaseURL")
    guard !own.isEmpty else { return above }
    var bases: [BaseURL] = []
    var seen: Set<String> = []
    for element in own.prefix(limits.baseURLs) {
      let text = element.text
      let offset = number(element, "availabilityTimeOffset")
      let isComplete = element["availabilityTimeComplete"] != "false"
      let priority = element.attributes.first { $0.name.hasSuffix(":priority") }
        .flatMap { integer(element, $0.name) }
      for base in above where bases.count < limits.baseURLs {
        let address = URIReference.resolve(text, against: base.address)
        guard seen.insert(address).inserted else { continue }
        bases.append(
          BaseURL(
            address: address,
            serviceLocation: element["serviceLocation"] ?? base.serviceLocation,
            priority: priority ?? base.priority,
            availabilityTimeOffset: base.availabilityTimeOffset + max(0, offset ?? 0),
            isAvailableComplete: base.isAvailableComplete && isComplete
          )
        )
      }
    }
    // Equal priorities keep the order of the manifest.
    return bases.enumerated().sorted {
      ($0.element.priority, $0.offset) < ($1.element.priority, $1.offset)
    }
    .map(\.element)
  }
}

/// Durations in the form of XML Schema: `P1DT2H3M4.5S` (XML Schema 1.1, 3.3.6).
enum DurationText {
  /// The limit of durations in seconds. Below it, a `Double` distinguishes milliseconds.
  private static let longest = 1e12
  /// The units in their required order, with their length in seconds. Years and months, which have no fixed length,
  /// count as 365 and 30 days.
  private static let dateUnits: [(UInt8, Double)] = [
    (UInt8(ascii: "Y"), 31_536_000), (UInt8(ascii: "M"), 2_592_000), (UInt8(ascii: "W"), 604_800),
    (UInt8(ascii: "D"), 86400),
  ]
  private static let timeUnits: [(UInt8, Double)] = [
    (UInt8(ascii: "H"), 3600), (UInt8(ascii: "M"), 60), (UInt8(ascii: "S"), 1),
  ]

  /// The duration in seconds, at least 0; nil if the text is not a duration or the duration is too long.
  static func seconds(_ text: String) -> Double? {
    var rest = Substring(XMLSpace.trim(text)).utf8
    guard rest.popFirst() == UInt8(ascii: "P"), !rest.isEmpty else { return nil }
    var units = dateUnits[...]
    var hasTime = false
    var seconds = 0.0
    while let byte = rest.first {
      if byte == UInt8(ascii: "T") {
        rest.removeFirst()
        guard !hasTime, !rest.isEmpty else { return nil }
        hasTime = true
        units = timeUnits[...]
        continue
      }
      let digits = rest.prefix {
        $0.isDigit || $0 == UInt8(ascii: ".")
      }
      rest = rest.dropFirst(digits.count)
      guard let number = Double(Substring(digits)), let name = rest.popFirst(),
        let index = units.firstIndex(where: { $0.0 == name })
      else { return nil }
      seconds += number * units[index].1
      units = units[(index + 1)...]
    }
    return seconds < longest ? seconds : nil
  }
}
