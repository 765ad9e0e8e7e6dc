/// All rules, in the order of reports. Add a new rule here.
enum RuleSet {
  static let all: [any Rule.Type] =
    tag + cadence + clock + transport + hls + cmaf + info + key + player + expect

  private static let tag: [any Rule.Type] = [
    TagPresent.self,
    TagCount.self,
    TagLayout.self,
    TagEncoding.self,
    TagHeader.self,
    TagTrailer.self,
    TagExtraFrames.self,
    TagTruncated.self,
    TagTrailingBytes.self,
    TagChecksum.self,
    TagType.self,
    TagSequence.self,
    TagDuplicate.self,
    TagBreakout.self,
    TagOffsetNullCid.self,
    TagOffsetRange.self,
    TagNullCids.self,
    TagCidChange.self,
    TagCidAlternation.self,
    TagCidConflict.self,
    TagStaleElementalTimestamp.self,
  ]
  private static let cadence: [any Rule.Type] = [
    CadenceGap.self,
    CadenceTagTimeGap.self,
    CadenceOverlap.self,
    CadenceTagDuration.self,
    CadenceShortUnfilled.self,
    CadenceStart.self,
    CadenceEnd.self,
    CadenceInfoPresence.self,
    CadenceInfoInterval.self,
    CadenceInfoEarly.self,
    AdBreakDuration.self,
    AdBreakNoReturn.self,
    AdBreakTagContinuity.self,
    SsaiAdCarriesForeignCid.self,
  ]
  private static let clock: [any Rule.Type] = [
    ClockAudioDistance.self,
    ClockAudioFrame.self,
    ClockPtsBackward.self,
    ClockPtsJump.self,
    ClockTagRate.self,
    ClockTagDrift.self,
    ClockOffsetRate.self,
    ClockOffsetBackward.self,
    ClockTagDate.self,
    ClockWall.self,
    ClockLateArrival.self,
    ClockEstimated.self,
    SpliceTime.self,
  ]
  private static let transport: [any Rule.Type] = [
    TsSync.self,
    TsPacketSize.self,
    TsLeadingId3.self,
    TsContinuity.self,
    TsDuplicatePacket.self,
    TsTransportError.self,
    TsScrambled.self,
    TsPcrOnMetadata.self,
    TsPidFlood.self,
    TsId3PidShared.self,
    TsProgramMissingTags.self,
    SpliceMalformed.self,
    PsiMissing.self,
    PsiCrc.self,
    PsiInterval.self,
    PmtStreamType.self,
    PmtMetadataDescriptor.self,
    PmtMetadataPointer.self,
    PmtMisplacedDescriptor.self,
    PmtUndeclared.self,
    PmtDeclaredEmpty.self,
    PmtSameProgram.self,
    PmtUnstable.self,
    PmtPid.self,
    PesPtsMissing.self,
    PesStreamId.self,
    PesMauHeader.self,
    PesAlignment.self,
    PesLength.self,
    PesDts.self,
    PesMarkerBits.self,
    PesMultipleTags.self,
    PesSplitTag.self,
    PesPayloadStart.self,
    PesEmpty.self,
    FfmpegStrippedHeader.self,
  ]
  private static let hls: [any Rule.Type] = [
    HlsRenditionMissingTags.self,
    HlsRenditionMismatch.self,
    HlsSegmentMissing.self,
    HlsSegmentGap.self,
    HlsSegmentCut.self,
    HlsSegmentDuration.self,
    HlsSegmentMedia.self,
    HlsPlaylistInvalid.self,
    HlsSegmentPsi.self,
    HlsSegmentUndeclared.self,
    HlsSingleProgram.self,
    HlsTagOutsideSegment.self,
    HlsTagSplit.self,
    HlsDiscontinuityUndeclared.self,
    HlsDateJump.self,
    HlsPackedAudioTimestamp.self,
    HlsPlaylistStale.self,
    HlsWindowMissed.self,
    HlsInterstitialWithoutTags.self,
    HlsInterstitialReplacesTags.self,
    HlsLlPartMetadata.self,
    HlsLlPartTarget.self,
    HlsLlBlockingReload.self,
    HlsLlAudioNoParts.self,
  ]
  private static let cmaf: [any Rule.Type] = [
    EmsgVersion.self,
    EmsgScheme.self,
    EmsgMessageData.self,
    EmsgMalformed.self,
    EmsgPosition.self,
    EmsgTimeRange.self,
    EmsgTimescale.self,
    EmsgDuration.self,
    EmsgIdReuse.self,
    EmsgDuplicate.self,
    EmsgBrand.self,
    EventTrackRead.self,
    EventTrackEmpty.self,
    EventTrackDuration.self,
    MpdInbandEvent.self,
    MpdInbandValue.self,
    MpdPeriodLosesInband.self,
    MpdEventAdaptationSet.self,
    EmsgMissingInRepresentation.self,
    MpdEventPeriod.self,
    MpdClockMoved.self,
    MpdClockDrift.self,
  ]
  private static let info: [any Rule.Type] = [
    InfoCidsNull.self,
    InfoOffsetsZero.self,
    InfoTagTimes.self,
  ]
  private static let key: [any Rule.Type] = [
    KeyCidSid.self,
    KeyCidTimestamp.self,
    KeyCidOffset.self,
    KeyWatermarkTime.self,
    KeyWatermarkLevel.self,
    KeyWatermarkCount.self,
    KeyInfoFields.self,
    KeyWatermarkPlacement.self,
  ]
  private static let player: [any Rule.Type] = [
    PlayerMedia3.self,
    PlayerHlsjs.self,
    PlayerMuxjs.self,
    PlayerShaka.self,
    PlayerAvplayer.self,
    PlayerDashjs.self,
    PlayerGpac.self,
    PlayerFfmpeg.self,
  ]
  private static let expect: [any Rule.Type] = [
    ExpectSid.self,
    ExpectCid.self,
    ExpectFd.self,
    ExpectPc.self,
    ExpectRenditions.self,
    ExpectOwners.self,
    ExpectBreakout.self,
    ExpectOffset.self,
    ExpectAdLoad.self,
  ]
}

/// The description of a rule, available without running it. All checkers share one instance.
public final class RuleDescription: Sendable {
  /// The identifier of the rule.
  public let id: RuleID
  /// The default severity, bound and requirements of the rule.
  public let traits: RuleTraits

  private let rule: any Rule.Type

  private init(_ rule: any Rule.Type) {
    id = rule.id
    traits = rule.traits
    self.rule = rule
  }

  /// The symptom that a user sees when the rule is broken, such as `Gap in the tags`.
  public var title: String { rule.title }

  /// The requirement and its reason: one sentence, then optional paragraphs separated by empty lines.
  package var text: String { rule.text }

  /// Every rule, in the order of reports.
  public static let all = RuleSet.all.map(RuleDescription.init)

  private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

  /// Returns the rule with an identifier; nil for an unknown identifier.
  public static func named(_ id: RuleID) -> RuleDescription? { byID[id] }

  /// The default limit of `cadence-gap`, in seconds. It is available without creating the descriptions of all rules.
  package static let cadenceGapLimit = CadenceGap.limit.value

  /// The threshold that `--threshold ID=VALUE` sets: `limit`, or the rule's only threshold, or the bound if the rule
  /// has no threshold except `error`. Nil if there is no threshold, or if the user must name it.
  var mainThreshold: String? {
    let names = thresholds.map(\.name)
    if names.contains("limit") { return "limit" }
    let own = traits.thresholds.map(\.name)
    // The user must name the threshold at which a warning becomes an error.
    if own == ["error"] { return names.last }
    return own.count == 1 ? own.first : names.count == 1 ? names.first : nil
  }

  /// The names, default values and units of all thresholds that `--threshold` can change.
  public var thresholds: [(name: String, value: Double, unit: String)] {
    var all = traits.thresholds.map { ($0.name, $0.value, $0.unit) }
    switch traits.bound {
    case .minimum(let count): all.append(("minimum", Double(count), ""))
    case .maximum(let count): all.append(("maximum", Double(count), ""))
    case .share(let share): all.append(("share", share, ""))
    case .none: break
    }
    return all
  }
}
