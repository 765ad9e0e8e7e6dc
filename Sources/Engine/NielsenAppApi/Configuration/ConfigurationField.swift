import Formats

/// A value in the configuration: its path in the JSON and the functions that read and write it.
struct ConfigurationField {
  /// The keys from the outermost object to the value, joined by dots.
  let path: String
  let form: String
  let write: (EngineConfiguration) -> JSONValue
  /// Reads the value into the configuration; returns false when the value does not have the form.
  let read: (JSONValue, inout EngineConfiguration) -> Bool

  typealias Number = (
    path: String, key: WritableKeyPath<EngineConfiguration, Int> & Sendable,
    range: ClosedRange<Int>
  )

  /// `read` receives the new value and the current one; it returns nil when the new one does not have the form.
  private init<Value>(
    _ path: String,
    _ form: String,
    _ key: WritableKeyPath<EngineConfiguration, Value>,
    write: @escaping (Value) -> JSONValue,
    read: @escaping (JSONValue, _ before: Value) -> Value?
  ) {
    self.path = path
    self.form = form
    self.write = { write($0[keyPath: key]) }
    self.read = { node, configuration in
      guard let value = read(node, configuration[keyPath: key]) else { return false }
      configuration[keyPath: key] = value
      return true
    }
  }

  private static func number(
    _ path: String,
    _ key: WritableKeyPath<EngineConfiguration, Int>
  ) -> ConfigurationField {
    ConfigurationField(path, "a whole number", key, write: { .integer(Int64($0)) }) { node, _ in
      node.integerValue.map(Int.init) ?? node.doubleValue.flatMap { Int(exactly: $0) }
    }
  }

  private static func truth(
    _ path: String,
    _ key: WritableKeyPath<EngineConfiguration, Bool>
  ) -> ConfigurationField {
    ConfigurationField(path, "true or false", key, write: JSONValue.bool) { node, _ in
      node.boolValue
    }
  }

  private static func text(
    _ path: String,
    _ key: WritableKeyPath<EngineConfiguration, String>
  ) -> ConfigurationField {
    ConfigurationField(path, "a string", key, write: JSONValue.string) { node, _ in
      node.stringValue
    }
  }

  // MARK: - The fields

  /// All fields except `format`, the endpoints and the ping templates.
  static var all: [ConfigurationField] {
    texts + products + numbers.map { number($0.path, $0.key) } + switches + lists
  }

  private static var texts: [ConfigurationField] {
    [
      .text("name", \.name),
      .text("host", \.host),
      .text("client.ci", \.client.ci),
      .text("client.vcid", \.client.vcid),
      .text("client.sfcode", \.client.sfcode),
      .text("defaults.channelName", \.defaults.channelName),
      .text("defaults.assetName", \.defaults.assetName),
      .text("defaults.breakout", \.defaults.breakout),
      .text("defaults.timeShift", \.defaults.timeShift),
      .text("defaults.segment", \.defaults.segment),
      .text("defaults.adModel", \.defaults.adModel),
      .text("defaults.h33", \.defaults.h33),
      .text("defaults.nullCid", \.defaults.nullCid),
      .text("defaults.nullOffset", \.defaults.nullOffset),
      .text("optOut.url", \.optOut.url),
      .text("optOut.outMark", \.optOut.outMark),
      .text("optOut.inMark", \.optOut.inMark),
      .text("tsv.constant", \.lookups.constant),
      .text("tsv.url", \.lookups.url),
      .text("sdk.prefix", \.sdk.prefix),
      .text("sdk.flavour", \.sdk.flavour),
    ]
  }

  private static var products: [ConfigurationField] {
    [
      .truth("products.session", \.products.session),
      .truth("products.dtvr", \.products.dtvr),
      .truth("products.aqh", \.products.aqh),
      .truth("products.id3", \.products.id3),
      .truth("products.tsv", \.products.tsv),
      .truth("products.dcr", \.products.dcr),
      .truth("products.static", \.products.static),
      .truth("products.audio", \.products.audio),
      .truth("products.emm", \.products.emm),
      .truth("products.error", \.products.error),
    ]
  }

  /// All numbers, each with its valid range.
  static let numbers: [Number] = [
    ("thresholds.segmentMinutes", \.thresholds.segmentMinutes, 1...60),
    ("thresholds.minuteSeconds", \.thresholds.minuteSeconds, 1...3600),
    ("thresholds.creditSeconds", \.thresholds.creditSeconds, 1...3600),
    ("thresholds.minimumSegmentSeconds", \.thresholds.minimumSegmentSeconds, 0...216_000),
    ("thresholds.viewMinutes", \.thresholds.viewMinutes, 1...60),
    ("thresholds.aqhMinutes", \.thresholds.aqhMinutes, 1...15),
    ("thresholds.tagWindowSeconds", \.thresholds.tagWindowSeconds, 0...86_400),
    ("thresholds.id3GapSeconds", \.thresholds.id3GapSeconds, 0...86_400),
    ("thresholds.playheadGapSeconds", \.thresholds.playheadGapSeconds, 1...86_400),
    ("thresholds.pauseTimeoutSeconds", \.thresholds.pauseTimeoutSeconds, 1...31_622_400),
    ("thresholds.staticTimerSeconds", \.thresholds.staticTimerSeconds, 1...86_400),
    ("rawId3.maxLength", \.rawID3.maxLength, 0...1_000_000),
    ("rawId3.maxTags", \.rawID3.maxTags, 1...1000),
    ("rawId3.maxSeconds", \.rawID3.maxSeconds, 0...31_622_400),
    ("dtvr.duplicateWindow", \.dtvr.duplicateWindow, 0...1000),
    ("tsv.timeoutSeconds", \.lookups.timeoutSeconds, 0...3600),
    ("identity.fpidDays", \.identity.fpidDays, 1...36_525),
    ("identity.emmSeconds", \.identity.emmSeconds, 0...31_622_400),
    ("queue.limit", \.queue.limit, 0...Int.max),
    ("queue.firstDelaySeconds", \.queue.firstDelaySeconds, 1...86_400),
    ("queue.maxDelaySeconds", \.queue.maxDelaySeconds, 1...86_400),
    ("queue.timeoutSeconds", \.queue.timeoutSeconds, 1...3600),
    ("queue.checkpointSeconds", \.queue.checkpointSeconds, 1...86_400),
    ("limits.instancesPerAppId", \.limits.instancesPerAppId, 0...Int.max),
    ("limits.urlLength", \.limits.urlLength, 0...Int.max),
  ]

  private static var switches: [ConfigurationField] {
    [
      .truth("dtvr.rtvod", \.dtvr.rtvod),
      .truth("tsv.repeatBeforeDuration", \.lookups.repeatBeforeDuration),
      .truth("eventData.enabled", \.eventData.enabled),
    ]
  }

  private static var lists: [ConfigurationField] {
    [
      ConfigurationField("refusedHosts", "a list of host names", \.refusedHosts) {
        .texts($0)
      } read: { node, before in
        guard let texts = node.texts else { return nil }
        let names = texts.compactMap(hostName)
        return names.count == texts.count ? before.union(names) : nil
      },
      ConfigurationField("dtvr.creditSource", "auto, playhead or tag", \.dtvr.creditSource) {
        .string($0.rawValue)
      } read: { node, _ in
        node.stringValue.flatMap(EngineConfiguration.DTVR.CreditSource.init)
      },
      ConfigurationField("tsv.breakouts", "a list of strings", \.lookups.breakouts) {
        .texts($0)
      } read: { node, _ in
        node.texts.map(Set.init)
      },
      ConfigurationField("tsv.table", "an object whose values are strings", \.lookups.table) {
        .object($0.map { .init($0.key, .string($0.value)) })
      } read: { node, before in
        guard case .object(let members) = node else { return nil }
        let texts = members.compactMap { member in
          member.value.stringValue.map { (member.key, $0) }
        }
        return texts.count == members.count ? before.merging(texts) { $1 } : nil
      },
    ]
  }

  /// The host `text` in lower case, without trailing full stops; nil when it is empty, begins with a full stop, or has
  /// characters that no host has.
  private static func hostName(_ text: String) -> String? {
    let name = ProductionHosts.normalized(text)
    let isName = name.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || $0.isDigit || "-._:[]".utf8.contains($0)
    }
    return isName && !name.isEmpty && !name.hasPrefix(".") ? name : nil
  }
}

extension JSONValue {
  fileprivate static func texts(_ texts: Set<String>) -> JSONValue {
    .array(texts.sorted().map { .string($0) })
  }

  fileprivate var texts: [String]? {
    guard case .array(let nodes) = self else { return nil }
    let texts = nodes.compactMap(\.stringValue)
    return texts.count == nodes.count ? texts : nil
  }
}
