extension ConfigurationField {
  /// All fields but the endpoints and the ping templates.
  static var all: [ConfigurationField] {
    texts + products + numbers + switches + [refusedHosts, creditSource, breakouts, lookupTable]
  }

  /// Names and marks.
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

  /// Which pings are made.
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

  /// Thresholds and limits.
  private static var numbers: [ConfigurationField] {
    [
      .number("thresholds.segmentMinutes", \.thresholds.segmentMinutes),
      .number("thresholds.minuteSeconds", \.thresholds.minuteSeconds),
      .number("thresholds.creditSeconds", \.thresholds.creditSeconds),
      .number("thresholds.minimumSegmentSeconds", \.thresholds.minimumSegmentSeconds),
      .number("thresholds.viewMinutes", \.thresholds.viewMinutes),
      .number("thresholds.aqhMinutes", \.thresholds.aqhMinutes),
      .number("thresholds.tagWindowSeconds", \.thresholds.tagWindowSeconds),
      .number("thresholds.id3GapSeconds", \.thresholds.id3GapSeconds),
      .number("thresholds.playheadGapSeconds", \.thresholds.playheadGapSeconds),
      .number("thresholds.pauseTimeoutSeconds", \.thresholds.pauseTimeoutSeconds),
      .number("thresholds.staticTimerSeconds", \.thresholds.staticTimerSeconds),
      .number("rawId3.maxLength", \.rawID3.maxLength),
      .number("rawId3.maxTags", \.rawID3.maxTags),
      .number("rawId3.maxSeconds", \.rawID3.maxSeconds),
      .number("dtvr.duplicateWindow", \.dtvr.duplicateWindow),
      .number("tsv.timeoutSeconds", \.lookups.timeoutSeconds),
      .number("identity.fpidDays", \.identity.fpidDays),
      .number("identity.emmSeconds", \.identity.emmSeconds),
      .number("queue.limit", \.queue.limit),
      .number("queue.firstDelaySeconds", \.queue.firstDelaySeconds),
      .number("queue.maxDelaySeconds", \.queue.maxDelaySeconds),
      .number("queue.timeoutSeconds", \.queue.timeoutSeconds),
      .number("queue.checkpointSeconds", \.queue.checkpointSeconds),
      .number("limits.instancesPerAppId", \.limits.instancesPerAppId),
      .number("limits.urlLength", \.limits.urlLength),
    ]
  }

  /// The fields that are on or off.
  private static var switches: [ConfigurationField] {
    [
      .truth("dtvr.rtvod", \.dtvr.rtvod),
      .truth("tsv.repeatBeforeDuration", \.lookups.repeatBeforeDuration),
      .truth("eventData.enabled", \.eventData.enabled),
    ]
  }
}
