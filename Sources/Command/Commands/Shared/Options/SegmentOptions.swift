import ArgumentParser

/// How segments on disk are read.
struct SegmentOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Treat the segments of a folder, or those that are named, as one recording.",
      discussion: """
        For segments without a playlist, or no longer listed in it. They are read in natural order \
        (seg2 before seg10), after their initialization section if there is one.
        """
    )
  )
  var join = false

  @Flag(
    help: ArgumentHelp(
      "Wait for more segments of a playlist on disk that has no EXT-X-ENDLIST.",
      discussion: """
        Default: such a playlist is a capture. It is read from its start to its end at once, unless it \
        and its segments are being written: then until it has not changed for three target durations.
        """
    )
  )
  var follow = false
}
