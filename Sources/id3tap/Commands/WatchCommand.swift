import ArgumentParser

/// `id3tap watch`: live feeds, as they run.
struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Follow live feeds and tell when their tags stop or break.",
    discussion: """
      Each feed is read on its own, with all its renditions, and opened again whenever it is lost, until \
      Ctrl-C. On a terminal it shows a table; elsewhere it prints events as JSON Lines: 'tag', 'alarm', \
      'recovered', 'stream-lost', 'stream-back'. Alarms are raised once and cleared once: missing tags, any \
      rule of 'check', a change of the CID, renditions that disagree, a playlist that stands still. \
      Documentation/Operations.md tells how to run it for weeks.

        id3tap watch https://example.com/live/master.m3u8 udp://239.0.0.1:5000
        id3tap watch @channels.txt --metrics :9100 --webhook https://example.com/a
        id3tap watch srt://encoder:9000 --alarm-command 'logger -t id3tap'
        id3tap watch http://127.0.0.1:8080/master.m3u8 --stop-on missing-tags
      """
  )

  @OptionGroup var watch: WatchOptions
  @OptionGroup(title: "Network options") var fetching: FetchOptions
  @OptionGroup var playlists: PlaylistOptions
  @OptionGroup(title: "Rules") var rules: RuleOptions
  @OptionGroup var talk: TalkOptions

  func run() throws {
    try WatchRun(
      options: watch,
      fetching: fetching.settings,
      playlists: playlists,
      check: rules.checkOptions(),
      talk: talk
    )()
  }
}
