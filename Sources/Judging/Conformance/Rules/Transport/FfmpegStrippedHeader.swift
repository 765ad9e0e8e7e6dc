import TimedMetadata

struct FfmpegStrippedHeader: Rule {
  static let title = "Tag header cut off by FFmpeg 5 or older"
  static let text = """
    Tags have the first bytes of their headers.

    FFmpeg 5 and older treat the first five bytes of every tag as a header and drop them, even when
    they only copy. No player recognises such a tag. `check` restores the header and judges the
    rest.
    """
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream, .tags],
    repairedBy: .packager,
    remedy:
      "Repackage with FFmpeg 6.1 or newer, or with another packager; this stream cannot "
      + "be repaired by players.",
    source: "FFmpeg libavformat/mpegts.c before 6.1"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.has(log.rule) else { return }
    log.add(Self.stripped(tag.tag.transport?.restoredBytes ?? 5), at: tag.place)
  }
}

extension FfmpegStrippedHeader {
  static func stripped(_ bytes: Int) -> String {
    bytes > 5
      ? "tag starts at its first frame, ten bytes short: repackaged twice with FFmpeg 5.x or older; "
        + "players drop it silently"
      : "tag starts at its flags byte, five bytes short: repackaged with FFmpeg 5.x or older; "
        + "players drop it silently"
  }
}
