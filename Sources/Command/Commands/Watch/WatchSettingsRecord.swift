import Conformance
import Formats
import LiveWatch

/// The settings of a watch as the database keeps them.
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
