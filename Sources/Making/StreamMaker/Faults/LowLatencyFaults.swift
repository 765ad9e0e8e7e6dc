/// Group `hls`: channels that are published in parts.
extension Fault {
  static let lowLatencyFaults: [Fault] = [
    Fault(
      "hls-ll-part-metadata",
      "Segments with a tag are cut into parts within the tag.",
      minimumSeconds: 15,
      form: .lowLatencyChannel,
      FaultChanges(
        presentation: PresentationChanges(needsTransportStream: true, cutsTags: true)
      )
    ),
    Fault(
      "hls-ll-part-target",
      "PART-TARGET is half of the duration of the parts.",
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
      "The audio rendition has no parts, and the variants have.",
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
      // The channel is as it should be.
      FaultChanges()
    ),
  ]

  /// Whether the server of the channel refuses requests with delivery directives (`_HLS_msn`; rfc8216bis,
  /// section 6.2.5).
  package var refusesDirectives: Bool { form == .lowLatencyServer }
}
