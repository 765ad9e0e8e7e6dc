extension EngineConfiguration {
  /// The number ranges that the arithmetic of the engine relies on, and values that would make its pings
  /// resemble those of others.
  func validate() throws(EngineConfigurationError) {
    let numbers: [(String, Int, ClosedRange<Int>)] = [
      ("thresholds.segmentMinutes", thresholds.segmentMinutes, 1...60),
      ("thresholds.minuteSeconds", thresholds.minuteSeconds, 1...3600),
      ("thresholds.creditSeconds", thresholds.creditSeconds, 1...max(1, thresholds.minuteSeconds)),
      ("thresholds.minimumSegmentSeconds", thresholds.minimumSegmentSeconds, 0...216_000),
      ("thresholds.viewMinutes", thresholds.viewMinutes, 1...60),
      ("thresholds.aqhMinutes", thresholds.aqhMinutes, 1...15),
      ("thresholds.tagWindowSeconds", thresholds.tagWindowSeconds, 0...86_400),
      ("thresholds.id3GapSeconds", thresholds.id3GapSeconds, 0...86_400),
      ("thresholds.playheadGapSeconds", thresholds.playheadGapSeconds, 1...86_400),
      ("thresholds.pauseTimeoutSeconds", thresholds.pauseTimeoutSeconds, 1...31_622_400),
      ("thresholds.staticTimerSeconds", thresholds.staticTimerSeconds, 1...86_400),
      ("rawId3.maxLength", rawID3.maxLength, 0...1_000_000),
      ("rawId3.maxTags", rawID3.maxTags, 1...1000),
      ("rawId3.maxSeconds", rawID3.maxSeconds, 0...31_622_400),
      ("dtvr.duplicateWindow", dtvr.duplicateWindow, 0...1000),
      ("identity.fpidDays", identity.fpidDays, 1...36_525),
      ("identity.emmSeconds", identity.emmSeconds, 0...31_622_400),
      ("tsv.timeoutSeconds", lookups.timeoutSeconds, 0...3600),
      ("queue.limit", queue.limit, 0...Int.max),
      ("queue.firstDelaySeconds", queue.firstDelaySeconds, 1...86_400),
      ("queue.maxDelaySeconds", queue.maxDelaySeconds, 1...86_400),
      ("queue.timeoutSeconds", queue.timeoutSeconds, 1...3600),
      ("queue.checkpointSeconds", queue.checkpointSeconds, 1...86_400),
      ("limits.instancesPerAppId", limits.instancesPerAppId, 0...Int.max),
      ("limits.urlLength", limits.urlLength, 0...Int.max),
    ]
    for (name, value, range) in numbers where !range.contains(value) {
      throw EngineConfigurationError(
        code: .invalidNumber,
        description:
          "\(name) is \(value): give a number from \(range.lowerBound) to \(range.upperBound)"
      )
    }
    guard MeasuredContentID(text: defaults.nullCid) != nil else {
      throw EngineConfigurationError(
        code: .invalidNumber,
        description: "defaults.nullCid needs 24 ASCII characters"
      )
    }
    try lookups.validate()
    guard !sdk.hasReservedPrefix else {
      throw EngineConfigurationError(
        code: .reservedName,
        description: "sdk.prefix is '\(sdk.prefix)', which marks pings of a real SDK: give another"
      )
    }
  }
}

extension EngineConfiguration.Lookups {
  /// Checks that there is at most one source of answers, and that it has codes.
  fileprivate func validate() throws(EngineConfigurationError) {
    func check(_ isFine: Bool, _ text: String) throws(EngineConfigurationError) {
      if !isFine { throw EngineConfigurationError(code: .wrongType, description: text) }
    }
    try check(
      [!constant.isEmpty, !table.isEmpty, !url.isEmpty].count { $0 } <= 1,
      "tsv.constant, tsv.table and tsv.url: give one of them"
    )
    try check(
      constant.isEmpty || TimeShiftQuestion.isCode(constant),
      "tsv.constant is '\(constant)': give two digits"
    )
    for (id, code) in table.sorted(by: { $0.key < $1.key }) {
      try check(
        MeasuredContentID(text: id) != nil && TimeShiftQuestion.isCode(code),
        "tsv.table has '\(id)': '\(code)': give two digits by a content id of 24 characters"
      )
    }
  }
}

extension EngineConfiguration.SDK {
  /// The prefixes of the real SDKs, in lower case.
  private static let reservedPrefixes: Set<String> = ["aa", "ai", "bj"]

  /// Whether the pings could be mistaken for those of a real SDK. Versions are compared up to their
  /// first full stop: what follows one in the prefix changes nothing.
  var hasReservedPrefix: Bool {
    let isWordCharacter: (Character) -> Bool = { $0.isLetter || $0.isNumber }
    let word = prefix.drop { !isWordCharacter($0) }.prefix(while: isWordCharacter)
    return Self.reservedPrefixes.contains(word.lowercased())
  }
}
