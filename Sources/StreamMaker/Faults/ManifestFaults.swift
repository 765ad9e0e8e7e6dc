/// Group `cmaf`: manifests of DASH, and what their Representations have in common.
extension Fault {
  static let manifestFaults: [Fault] = [
    Fault(
      "mpd-inband-event",
      "No InbandEventStream declares the messages with tags.",
      form: .manifest,
      FaultChanges(
        presentation: PresentationChanges(manifest: { manifest in
          for index in manifest.sets.indices { manifest.sets[index].carriesTags = false }
        })
      )
    ),
    Fault(
      "mpd-inband-value",
      "The InbandEventStream of the video has another value than its messages.",
      form: .manifest,
      FaultChanges(
        presentation: PresentationChanges(manifest: { manifest in
          for index in manifest.sets.indices where manifest.sets[index].contentType == "video" {
            manifest.sets[index].declaredValue = "1"
          }
        })
      )
    ),
    Fault(
      "mpd-period-loses-inband",
      "The second Period has no InbandEventStream, but the messages continue.",
      minimumSeconds: 90,
      form: .manifest,
      FaultChanges(
        presentation: PresentationChanges(
          manifest: { $0.declaresInSecondPeriod = false },
          periodBreak: PresentationChanges.struckSecond
        )
      )
    ),
    Fault(
      "emsg-missing-in-representation",
      "The message of one tag is missing in the second variant.",
      alsoBreaks: [
        "cadence-gap", "cadence-tag-time-gap", "hls-rendition-mismatch",
      ],
      form: .manifest,
      FaultChanges(
        plan: { tag, _ in tag.isStruck ? [] : [tag] },
        presentation: PresentationChanges(strikes: { $0.number == 1 }, minimumVariants: 2)
      )
    ),
  ]
}
