import Formats

/// Events and the streams that declare them (5.10).
extension ManifestParser {
  mutating func inbandEventStreams(_ element: ManifestElement) -> [InbandEventStream] {
    var streams: [InbandEventStream] = []
    for element in limited(element, "InbandEventStream") {
      var stream = InbandEventStream(
        scheme: scheme(of: element),
        value: element["value"],
        line: element.line
      )
      stream.timescale = timescale(element)
      stream.presentationTimeOffset = integer(element, "presentationTimeOffset")
      streams.append(stream)
    }
    return streams
  }

  mutating func eventStream(_ element: ManifestElement) -> EventStream {
    var stream = EventStream(
      scheme: scheme(of: element),
      value: element["value"],
      line: element.line
    )
    stream.timescale = timescale(element) ?? 1
    stream.presentationTimeOffset = integer(element, "presentationTimeOffset") ?? 0
    stream.hasOffset = element["presentationTimeOffset"] != nil
    let scope = documentScope.merging(element.declarations) { $1 }
    for child in element.elements("Event") {
      if let event = event(child, of: stream, scope: scope) { stream.events.append(event) }
    }
    return stream
  }

  private mutating func scheme(of element: ManifestElement) -> String {
    let scheme = element["schemeIdUri"] ?? ""
    if scheme.isEmpty {
      let name = element.localName
      notes.add(.missing, "\(name)@schemeIdUri", element, "\(name) has no schemeIdUri")
    }
    return scheme
  }

  private mutating func event(
    _ element: ManifestElement,
    of stream: EventStream,
    scope: [String: String]
  ) -> Event? {
    let time = integer(element, "presentationTime") ?? 0
    let duration = integer(element, "duration")
    var encoding = Event.Encoding.text
    var message: [UInt8]
    let text = element["messageData"] ?? element.text
    if let coding = element["contentEncoding"] {
      guard coding == "base64", let bytes = Base64.decode(text) else {
        notes.add(
          .invalid,
          "Event",
          element,
          "the message cannot be decoded as \"\(brief(coding))\"; the event is ignored"
        )
        return nil
      }
      (encoding, message) = (.base64, bytes)
    } else if element["messageData"] == nil, element.elements.first(where: { _ in true }) != nil {
      (encoding, message) = (.xml, element.contentBytes(scope: scope))
    } else {
      message = Array(text.utf8)
    }
    let timescale = Double(stream.timescale)
    return Event(
      id: element["id"].flatMap { UInt64(XMLSpace.trim($0)) },
      line: element.line,
      presentationTime: time,
      duration: duration,
      encoding: encoding,
      message: message,
      binary: encoding == .xml
        ? element.descendant("Binary").flatMap { Base64.decode($0.text) } : nil,
      secondsInPeriod: Double(time - stream.presentationTimeOffset) / timescale,
      durationSeconds: duration.map { Double($0) / timescale }
    )
  }
}

extension ManifestElement {
  /// The first element with a given name, at any depth.
  fileprivate func descendant(_ name: String) -> ManifestElement? {
    for element in elements {
      if element.localName == name { return element }
      if let found = element.descendant(name) { return found }
    }
    return nil
  }
}
