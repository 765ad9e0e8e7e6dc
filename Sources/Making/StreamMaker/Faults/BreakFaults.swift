import NielsenTag

/// Faults of ad breaks, which need streams with SCTE-35.
extension Fault {
  static let breakFaults: [Fault] = [
    Fault(
      "ad-break-duration",
      "The first ad break ends ten seconds earlier than announced.",
      minimumSeconds: 90,
      FaultChanges(splices: { splice in
        var splice = splice
        if splice.index == 0, !splice.isOut {
          splice.time -= 10
          splice.releaseTime -= 10
        }
        return [splice]
      })
    ),
    Fault(
      "ad-break-no-return",
      "The message that must end the first ad break is missing.",
      minimumSeconds: 120,
      FaultChanges(splices: { splice in
        guard splice.index == 0 else { return [splice] }
        guard splice.isOut else { return [] }
        var splice = splice
        splice.duration?.returnsByItself = false
        return [splice]
      })
    ),
    Fault(
      "ad-break-tag-continuity",
      "The tags resume half a minute after the end of the first ad break.",
      alsoBreaks: ["cadence-gap", "cadence-tag-time-gap"],
      minimumSeconds: 130,
      FaultChanges(
        plan: { tag, _ in
          tag.kind == .data && (76..<106).contains(tag.releaseTime) ? [] : [tag]
        },
        needsBreaks: true
      )
    ),
    Fault(
      "ssai-ad-carries-foreign-cid",
      "An inserted ad has its own tags, but one of them belongs to the program.",
      alsoBreaks: ["tag-cid-alternation", "tag-cid-change"],
      minimumSeconds: 100,
      FaultChanges(
        content: { content, tag in
          guard tag.kind == .data, (35..<75).contains(tag.releaseTime),
            !(45..<55).contains(tag.releaseTime)
          else { return }
          (content.pcCID, content.fdCID) = (.ad, .ad)
        },
        needsBreaks: true
      )
    ),
    Fault(
      "splice-malformed",
      "The CRC of the SCTE-35 messages about the first ad break is wrong.",
      minimumSeconds: 60,
      FaultChanges(splices: { splice in
        var splice = splice
        splice.isDamaged = splice.index == 0
        return [splice]
      })
    ),
    Fault(
      "splice-time",
      "The SCTE-35 messages about the first ad break arrive three seconds after its start and end.",
      minimumSeconds: 90,
      FaultChanges(splices: { splice in
        var splice = splice
        if splice.index == 0 { splice.releaseTime = splice.time + 3 }
        return [splice]
      })
    ),
  ]
}

extension ContentID {
  fileprivate static let ad = ContentID(bytes: Array(UInt8(0xb0)...0xbf)) ?? .null
}

/// Faults of the rules in the group `hls`: interstitials.
extension Fault {
  static let interstitialFaults: [Fault] = [
    Fault(
      "hls-interstitial-without-tags",
      "An interstitial without tags is inserted into the content.",
      minimumSeconds: 60,
      form: .presentation,
      FaultChanges(
        presentation: PresentationChanges(interstitial: .init(resumeOffset: 0))
      )
    ),
    Fault(
      "hls-interstitial-replaces-tags",
      "An interstitial without tags replaces content that has tags.",
      alsoBreaks: ["hls-interstitial-without-tags"],
      minimumSeconds: 60,
      form: .presentation,
      FaultChanges(
        presentation: PresentationChanges(interstitial: .init())
      )
    ),
  ]
}
