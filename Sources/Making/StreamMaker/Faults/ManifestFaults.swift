import TransportStream

/// Faults of the rules in the group `cmaf`: DASH manifests, and differences between Representations.
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
      "The InbandEventStream of the video has another value than the messages in the video.",
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
      "mpd-event-adaptation-set",
      "The messages are in the video, but the InbandEventStream is in the AdaptationSet of the audio.",
      form: .manifest,
      FaultChanges(
        presentation: PresentationChanges(
          carriesTags: { !$0.isAudio },
          needsVideoAndAudio: true,
          manifest: { manifest in
            for index in manifest.sets.indices {
              manifest.sets[index].carriesTags = manifest.sets[index].contentType == "audio"
            }
          }
        )
      )
    ),
    Fault(
      "emsg-missing-in-representation",
      "The message of one tag is missing from the second variant.",
      alsoBreaks: [
        "cadence-gap", "cadence-tag-time-gap", "hls-rendition-mismatch",
      ],
      form: .manifest,
      FaultChanges(
        plan: { tag, _ in tag.isStruck ? [] : [tag] },
        presentation: PresentationChanges(strikes: { $0.number == 1 }, minimumVariants: 2)
      )
    ),
    Fault(
      "mpd-event-period",
      "An event in the manifest is one hour after the end of its Period.",
      minimumSeconds: 15,
      form: .manifest,
      FaultChanges(
        presentation: PresentationChanges(manifest: { manifest in
          let ends = manifest.sets.flatMap(\.representations).flatMap(\.segments)
            .map { $0.start + $0.duration }
          let time = (ends.max() ?? manifest.firstPTS) + 3600 * Timestamp.ticksPerSecond
          manifest.events.append(.init(presentationTime: time, id: 0, message: []))
        })
      )
    ),
    Fault(
      "mpd-clock-drift",
      "UTCTiming is one minute ahead of the server's Date.",
      minimumSeconds: 90,
      form: .liveManifest,
      FaultChanges(
        presentation: PresentationChanges(manifest: { $0.live?.clockLead = 60_000 })
      )
    ),
    Fault(
      "mpd-clock-moved",
      "After 45 seconds, availabilityStartTime moves two seconds later.",
      minimumSeconds: 90,
      form: .liveManifest,
      FaultChanges(
        presentation: PresentationChanges(manifest: { manifest in
          let ends = manifest.sets.flatMap(\.representations).flatMap(\.segments)
            .map { $0.start + $0.duration - manifest.firstPTS }
          let seconds = Double(ends.max() ?? 0) / Double(Timestamp.ticksPerSecond)
          if seconds > PresentationChanges.struckSecond { manifest.startTime += 2000 }
        })
      )
    ),
  ]
}
