import ArgumentParser
import Conformance
import Dispatch
import Formats
import LiveWatch
import Synchronization

struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Follow live feeds and report when their tags stop or break.",
    discussion: """
      Each feed is read with all its renditions until Ctrl-C, and is reopened when it is lost. On a terminal a \
      table is shown; otherwise events are printed as JSON Lines: 'tag', 'alarm', 'updated', 'recovered', \
      'stream-lost', 'stream-back'. Alarms report missing tags, findings of any rule of 'check', a change of \
      the CID, renditions that disagree, and playlists that are not updated or cannot be loaded. Each alarm is \
      raised and cleared once.

        id3tap watch https://example.com/live/master.m3u8 udp://239.0.0.1:5000
        id3tap watch @channels.txt --metrics :9100 --webhook https://example.com/a
        id3tap watch srt://encoder:9000 --alarm-command 'logger -t id3tap'
        id3tap watch http://127.0.0.1:8080/master.m3u8 --stop-on missing-tags
      """
  )

  @Argument(
    help: ArgumentHelp(
      "The live feeds.",
      discussion: """
        URLs of live playlists and endless streams (http, https, udp, rtp, srt), or '@list.txt' for a file \
        that names one per line. 'Name = URL' gives a feed a name for the table and the status page; \
        'label=value' after the URL adds a label to metrics and events. '@https://…' fetches a list in the format \
        of Prometheus's HTTP service discovery. Lists are read again every minute and on SIGHUP.
        """,
      valueName: "url"
    )
  )
  var feeds: [String] = []

  @OptionGroup(title: "Watch options") var watch: WatchOptions
  @OptionGroup(title: OptionTitle.rules) var rules: RuleOptions
  @OptionGroup(title: OptionTitle.input) var programs: ProgramOptions
  @OptionGroup(title: OptionTitle.input) var start: StartOption
  @OptionGroup(title: OptionTitle.output) var output: WatchOutputOptions
  @OptionGroup(title: OptionTitle.output) var talk: TalkOptions
  @OptionGroup(title: OptionTitle.network) var header: HeaderOption

  func validate() throws {
    guard !feeds.isEmpty || watch.trace != nil else {
      throw ValidationError("Missing expected argument '<url> ...'")
    }
    let lists = feeds.filter { $0.hasPrefix("@") }.map { ("a list of feeds", $0.dropFirst()) }
    let mutes = watch.mute.map { ("the file of --mute", $0[...]) }
    let chains = watch.trace.map { ("the file of --trace", $0[...]) }
    let words = SameFile.conflict(
      of: [("--db", watch.database), ("-o", output.path)],
      with: (lists + [mutes, chains].compactMap(\.self)).map { ($0, .bytes(FileName(String($1)))) }
    )
    if let words { throw ValidationError("\(words).") }
  }

  func run() async throws {
    let file = try rules.file.options
    try await WatchRun(
      feeds: feeds,
      options: watch,
      programs: programs,
      output: output,
      fetching: file.fetching(header),
      playlists: file.playlists(from: start),
      evidenceSizes: file.evidence,
      check: rules.checkOptions(),
      templates: rules.expect,
      talk: talk
    )()
  }
}

/// Writes messages on a separate queue, so that a terminal stopped by Ctrl-S, or a pipe that is not read, delays
/// nothing else.
final class WatchMessages: Sendable {
  /// The maximum number of messages that may wait. Further messages are dropped.
  private static let capacity = 1000

  private let queue = DispatchQueue(label: "id3tap.messages")
  private let waiting = Atomic<Int>(0)

  /// Calls `write` on the queue, after all earlier messages are written.
  func post(_ write: @escaping @Sendable () -> Void) {
    guard waiting.wrappingAdd(1, ordering: .relaxed).newValue <= Self.capacity else {
      waiting.wrappingSubtract(1, ordering: .relaxed)
      return
    }
    queue.async { [self] in
      write()
      waiting.wrappingSubtract(1, ordering: .relaxed)
    }
  }

  /// Waits until all messages are written, for at most `seconds`.
  func finish(waitingAtMost seconds: Double = 1) {
    let isDone = DispatchSemaphore(value: 0)
    queue.async { isDone.signal() }
    _ = isDone.wait(timeout: .now() + seconds)
  }
}

/// The settings of a watch, as JSON for its database.
struct WatchSettingsRecord {
  let json: JSONValue

  init(
    _ options: WatchOptions,
    _ programs: ProgramOptions,
    playlists: PlaylistOptions,
    check: CheckOptions,
    shard: FeedShard? = nil,
    _ templates: ChannelTemplates? = nil
  ) {
    let rules = check.rules.sorted { $0.key.rawValue < $1.key.rawValue }.map { rule, settings in
      let values = settings.values.sorted { $0.key < $1.key }.map {
        JSONValue.Member($0.key, .seconds($0.value))
      }
      let severity = settings.isOff ? "off" : settings.severity?.rawValue
      return JSONValue.Member(
        rule.rawValue,
        .object([JSONValue.Member("severity", JSONValue(severity))] + values)
      )
    }
    json = .object([
      .init("command", .string("watch")),
      .init("alarmAfter", .seconds(options.alarmAfter)),
      .init("shard", JSONValue(shard.map { "\($0.index)/\($0.count)" })),
      .init("program", JSONValue(programs.program)),
      .init("pid", JSONValue(programs.pid)),
      .init("variant", .array(playlists.variant.map { .string($0) })),
      .init("rendition", .array(playlists.rendition.map { .string($0) })),
      .init("strict", .bool(check.isStrict)),
      .init("require", .array(check.required.map(\.rawValue).sorted().map { .string($0) })),
      .init("rules", .object(rules)),
      .init("expect", templates?.json ?? .null),
    ])
  }
}
