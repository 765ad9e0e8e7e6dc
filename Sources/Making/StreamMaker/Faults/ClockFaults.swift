import NielsenTag
import TransportStream

/// Faults of the rules in the group `clock`: time stamps that contradict each other.
extension Fault {
  static let clockFaults: [Fault] = [
    Fault(
      "clock-audio-distance",
      "Every tag is multiplexed 17.2 s before its audio.",
      FaultChanges(plan: { tag, seconds in
        // Tags are written early, so without this check a tag would be written whose audio is after the end of the
        // stream.
        guard tag.releaseTime < seconds else { return [] }
        var tag = tag
        tag.arrivalShift = -17.2
        return [tag]
      })
    ),
    Fault(
      "clock-audio-frame",
      "Every tag has a PTS 5 ms after the PTS of its audio frame.",
      FaultChanges(plan: { tag, _ in
        var tag = tag
        tag.ptsShift = 5 * Timestamp.ticksPerSecond / 1000
        return [tag]
      })
    ),
    Fault(
      "clock-pts-backward",
      "After 35 s, every clock jumps back by 14 s without a discontinuity.",
      minimumSeconds: 60,
      FaultChanges(clockShift: { $0 < 35 ? 0 : -14 * Timestamp.ticksPerSecond })
    ),
    Fault(
      "clock-pts-jump",
      "After 35 s, every clock jumps ahead by an hour without a discontinuity.",
      minimumSeconds: 60,
      FaultChanges(clockShift: { $0 < 35 ? 0 : 3600 * Timestamp.ticksPerSecond })
    ),
    Fault(
      "clock-tag-rate",
      "The tags' own clock is four seconds ahead in every other DATA tag.",
      FaultChanges(content: { content, tag in
        guard tag.kind == .data, tag.index % 2 == 1 else { return }
        content.shiftClock(first: 4, last: 4)
      })
    ),
    Fault(
      "clock-tag-drift",
      "The tags' own clock and their offsets lose one second in ten.",
      minimumSeconds: 90,
      FaultChanges(content: { content, tag in
        let last = -Int(tag.releaseTime) / 10
        guard tag.kind == .data else {
          content.shiftClock(first: last, last: last)
          return
        }
        let first = last + 1
        content.shiftClock(first: first, last: last)
        content.pcOffset += first
        content.fdOffset += first
      })
    ),
    Fault(
      "clock-offset-rate",
      "The tags' own clock advances, but their offsets do not.",
      minimumSeconds: 60,
      FaultChanges(content: { content, tag in
        guard tag.kind == .data else { return }
        content.pcOffset -= 10 * tag.index
        content.fdOffset -= 10 * tag.index
      })
    ),
    Fault(
      "clock-offset-backward",
      "The FD offset of one tag is smaller than the FD offset of the previous tag.",
      alsoBreaks: ["clock-offset-rate"],
      .contentOfStruckTag { $0.fdOffset -= 30 }
    ),
    Fault(
      "clock-tag-date",
      "The tags' own clock starts at 1970-01-01 00:02:00.",
      FaultChanges(content: { content, _ in
        let shift = 120 - Int(SyntheticTags.defaultStart)
        content.shiftClock(first: shift, last: shift)
      })
    ),
    Fault(
      "clock-wall",
      "The times of day in the playlists are an hour ahead of the tags' own clock.",
      form: .presentation,
      FaultChanges(
        presentation: PresentationChanges(playlist: { playlist in
          for index in playlist.segments.indices {
            playlist.segments[index].wallClock += 3_600_000
          }
        })
      )
    ),
    Fault(
      "clock-late-arrival",
      "One tag is multiplexed 1.8 s after its PTS.",
      FaultChanges(plan: { tag, _ in
        guard tag.isStruck else { return [tag] }
        var tag = tag
        tag.arrivalShift = 1.8
        return [tag]
      })
    ),
    Fault(
      "clock-estimated",
      "No tag has a PTS.",
      alsoBreaks: ["pes-pts-missing"],
      .everyPES { $0.pts = nil }
    ),
  ]
}
