import TransportStream

/// Faults of the rules in the group `hls`: playlists and segments.
extension Fault {
  static let playlistFaults: [Fault] =
    segmentFaults + [
      Fault(
        "hls-rendition-missing-tags",
        "Only the last variant carries tags; the other variants and the audio rendition carry none.",
        form: .presentation,
        FaultChanges(
          presentation: PresentationChanges(
            carriesTags: { $0.number == $0.variantCount - 1 },
            minimumVariants: 2
          )
        )
      ),
      Fault(
        "hls-rendition-mismatch",
        "One tag of the audio rendition is one second later than in the variants.",
        form: .presentation,
        FaultChanges(
          plan: { tag, _ in
            guard tag.isStruck else { return [tag] }
            var tag = tag
            tag.releaseTime += 1
            return [tag]
          },
          presentation: PresentationChanges(strikes: { $0.isAudio })
        )
      ),
      Fault(
        "hls-segment-missing",
        "One segment of the first variant, which carries no tags, is missing.",
        minimumSeconds: 60,
        form: .presentation,
        FaultChanges(
          presentation: PresentationChanges(
            carriesTags: { $0.number != 0 },
            strikes: { $0.number == 0 },
            omitsFile: { $0.isStruck }
          )
        )
      ),
      Fault(
        "hls-playlist-invalid",
        "The playlist of the first variant has no target duration.",
        form: .presentation,
        FaultChanges(
          presentation: PresentationChanges(
            strikes: { $0.number == 0 },
            playlist: { $0.hasTargetDuration = false }
          )
        )
      ),
      Fault(
        "hls-segment-psi",
        "One segment has no tables.",
        alsoBreaks: ["psi-interval"],
        minimumSeconds: 60,
        form: .presentation,
        FaultChanges(tables: { tables, moment in tables.areOmitted = moment.isInStruckSegment })
      ),
      Fault(
        "hls-segment-undeclared",
        "One segment does not declare the PID of the tags.",
        alsoBreaks: ["pmt-undeclared", "pmt-unstable"],
        minimumSeconds: 60,
        form: .presentation,
        FaultChanges(tables: { tables, moment in
          if moment.isInStruckSegment { tables.id3Stream = nil }
        })
      ),
      Fault(
        "hls-single-program",
        "Segments contain a second program with the same media.",
        form: .presentation,
        FaultChanges(tables: { tables, _ in addProgram(to: &tables) })
      ),
      Fault(
        "hls-tag-outside-segment",
        "Only variants carry tags, and the PTS of one tag is 0.7 s after the end of its segment.",
        minimumSeconds: 50,
        form: .presentation,
        FaultChanges(
          presentation: PresentationChanges(
            carriesTags: { !$0.isAudio },
            needsTransportStream: true,
            tagPTS: { pts, tag, moment in
              tag.isStruck ? moment.endPTS + Timestamp.ticksPerSecond * 7 / 10 : pts
            }
          )
        )
      ),
      Fault(
        "hls-tag-split",
        "The last packet of one tag of the variants is in the next segment.",
        minimumSeconds: 50,
        form: .presentation,
        FaultChanges(
          presentation: PresentationChanges(
            strikes: { !$0.isAudio },
            needsTransportStream: true,
            splitsTag: { $0.isStruck }
          )
        )
      ),
      Fault(
        "hls-discontinuity-undeclared",
        "After half a minute all clocks jump by 3605 s without a declared discontinuity.",
        alsoBreaks: ["clock-pts-jump"],
        minimumSeconds: 60,
        form: .presentation,
        FaultChanges(
          presentation: PresentationChanges(segmentShift: { moment in
            moment.seconds < 29 ? 0 : 3605 * Timestamp.ticksPerSecond
          })
        )
      ),
      Fault(
        "hls-packed-audio-timestamp",
        "One segment of packed audio starts without a time stamp.",
        minimumSeconds: 60,
        form: .presentation,
        FaultChanges(
          presentation: PresentationChanges(
            strikes: { $0.isAudio },
            needsPackedAudio: true,
            timestampTag: { tag, moment in if moment.isStruck { tag = [] } }
          )
        )
      ),
      Fault(
        "hls-playlist-stale",
        "The playlists of a live channel are not updated for the duration of four segments.",
        minimumSeconds: 10,
        minimumSegments: 12,
        form: .liveChannel,
        FaultChanges(
          presentation: PresentationChanges(keepsPlaylists: { (5..<9).contains($0) })
        )
      ),
      Fault(
        "hls-window-missed",
        "The playlists of a live channel miss updates, so that segments are never listed.",
        alsoBreaks: ["hls-playlist-stale"],
        minimumSeconds: 10,
        minimumSegments: 18,
        form: .liveChannel,
        FaultChanges(
          presentation: PresentationChanges(keepsPlaylists: { (5..<15).contains($0) })
        )
      ),
    ]

  /// Adds a program with the same media but without tags.
  private static func addProgram(to tables: inout ProgramTables) {
    guard let first = tables.maps.first else { return }
    let number = first.map.programNumber + 1
    let map = ProgramMap(
      programNumber: number,
      pcrPID: first.map.pcrPID,
      streams: first.map.streams.filter { $0.pid != tables.id3Stream?.pid }
    )
    let pid = first.pid + 1
    tables.association.programs.append(.init(programNumber: number, pid: pid))
    tables.maps.append(.init(pid: pid, map: map))
  }
}

/// Faults of the rules in the group `hls`: channels that are published in parts.
extension Fault {
  static let lowLatencyFaults: [Fault] = [
    Fault(
      "hls-ll-part-metadata",
      "Segments with a tag are divided into parts inside the tag.",
      minimumSeconds: 15,
      form: .lowLatencyChannel,
      FaultChanges(
        presentation: PresentationChanges(needsTransportStream: true, cutsTags: true)
      )
    ),
    Fault(
      "hls-ll-part-target",
      "PART-TARGET is half the duration of the parts.",
      minimumSeconds: 10,
      form: .lowLatencyChannel,
      FaultChanges(
        presentation: PresentationChanges(
          playlist: { playlist in playlist.partTarget = playlist.partTarget.map { $0 / 2 } }
        )
      )
    ),
    Fault(
      "hls-ll-audio-no-parts",
      "The audio rendition has no parts, although the variants have parts.",
      minimumSeconds: 10,
      form: .lowLatencyChannel,
      FaultChanges(
        presentation: PresentationChanges(
          strikes: { $0.isAudio },
          playlist: { playlist in
            playlist.partTarget = nil
            playlist.unfinished = nil
            playlist.nextPart = nil
            for index in playlist.segments.indices { playlist.segments[index].parts = [] }
          }
        )
      )
    ),
    Fault(
      "hls-ll-blocking-reload",
      "The server refuses the blocking reloads that its playlists offer.",
      minimumSeconds: 10,
      form: .lowLatencyServer,
      // The fault is in the server, not in the channel.
      FaultChanges()
    ),
  ]

  /// Whether the channel's server refuses requests with delivery directives (`_HLS_msn`; rfc8216bis, section 6.2.5).
  package var refusesDirectives: Bool { form == .lowLatencyServer }
}
