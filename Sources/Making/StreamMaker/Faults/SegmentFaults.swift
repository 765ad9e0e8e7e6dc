import TransportStream

/// Faults of the rules in the group `hls`: segments that differ from their description in the playlist.
extension Fault {
  static let segmentFaults: [Fault] = [
    Fault(
      "hls-segment-gap",
      "The playlist of the first variant marks one segment with EXT-X-GAP.",
      minimumSeconds: 60,
      form: .presentation,
      FaultChanges(
        presentation: PresentationChanges(
          strikes: { $0.number == 0 },
          omitsFile: { $0.isStruck },
          playlist: { playlist in
            if let struck = playlist.struckSegment { playlist.segments[struck].isGap = true }
          }
        )
      )
    ),
    Fault(
      "hls-segment-cut",
      "One segment of the first variant, which carries no tags, ends after a quarter of its bytes.",
      alsoBreaks: ["psi-interval"],
      minimumSeconds: 60,
      form: .presentation,
      FaultChanges(
        presentation: PresentationChanges(
          carriesTags: { $0.number != 0 },
          strikes: { $0.number == 0 },
          needsTransportStream: true,
          segmentBytes: { bytes, moment in
            let packets = bytes.count / TransportPacket.byteCount / 4
            if moment.isStruck {
              bytes.removeLast(bytes.count - packets * TransportPacket.byteCount)
            }
          }
        )
      )
    ),
    Fault(
      "hls-segment-duration",
      "EXTINF of one segment of the first variant is half the duration of the segment.",
      minimumSeconds: 60,
      form: .presentation,
      FaultChanges(
        presentation: PresentationChanges(
          strikes: { $0.number == 0 },
          playlist: { playlist in
            if let struck = playlist.struckSegment { playlist.segments[struck].duration /= 2 }
          }
        )
      )
    ),
    Fault(
      "hls-segment-media",
      "One segment of the first variant, which carries no tags, is packed audio.",
      minimumSeconds: 60,
      form: .presentation,
      FaultChanges(
        presentation: PresentationChanges(
          carriesTags: { $0.number != 0 },
          strikes: { $0.number == 0 },
          needsTransportStream: true,
          segmentBytes: { bytes, moment in
            guard moment.isStruck else { return }
            bytes = SilentAudio.segment(from: moment.startPTS, to: moment.endPTS)
          }
        )
      )
    ),
    Fault(
      "hls-date-jump",
      "From one segment onwards, the dates in the playlist of the first variant are 30 s ahead.",
      minimumSeconds: 60,
      form: .presentation,
      FaultChanges(
        presentation: PresentationChanges(
          strikes: { $0.number == 0 },
          playlist: { playlist in
            guard let struck = playlist.struckSegment else { return }
            for index in playlist.segments.indices.dropFirst(struck) {
              playlist.segments[index].wallClock += 30_000
            }
          }
        )
      )
    ),
  ]
}
