import ArgumentParser
import TimedMetadata

/// Which part of inputs is read.
struct ReadingOptions: ParsableArguments {
  @OptionGroup var stream: StreamOptions
  @OptionGroup var start: StartOption

  /// Which tags are read.
  var selection: MissingTags.Selection {
    MissingTags.Selection(
      program: stream.program,
      pid: stream.pid,
      limitSeconds: stream.limitSeconds,
      start: start.from
    )
  }
}
