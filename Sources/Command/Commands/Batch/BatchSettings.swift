import Conformance
import Formats
import NielsenAppApi
import Records
import TimedMetadata

/// The settings that affect the results of a batch, as JSON for its database. Headers are left out, because
/// they can hold secrets.
struct BatchSettings {
  let tasks: Set<RecordKind>
  let stream: StreamOptions
  let playlists: PlaylistOptions
  let network: NetworkOptions
  let check: CheckOptions
  let templates: ChannelTemplates?
  let playback: PlaybackSettings

  var json: JSONValue {
    .object([
      .init("do", .array(tasks.sorted().map { .string($0.rawValue) })),
      .init("program", JSONValue(stream.program)),
      .init("pid", JSONValue(stream.pid)),
      .init("limitSeconds", JSONValue(seconds: stream.limitSeconds)),
      .init("variant", Self.strings(playlists.variant)),
      .init("rendition", Self.strings(playlists.rendition)),
      // An unused member of earlier versions, kept because equal settings must give equal JSON.
      .init("firstVariant", .bool(false)),
      .init("from", Self.json(playlists.from)),
      .init("follow", .bool(playlists.follow)),
      .init("insecure", .bool(network.insecure)),
      .init("allowPrivate", .bool(network.allowPrivate)),
      .init("allowOutside", .bool(network.allowOutside)),
      .init("check", tasks.contains(.check) ? checkJSON : .null),
      .init("pings", tasks.contains(.pings) ? playbackJSON : .null),
    ])
  }

  private var checkJSON: JSONValue {
    // Left out without `--expect`: earlier versions did not write this member.
    let expected = templates.map { [JSONValue.Member("expect", $0.json)] } ?? []
    return .object(
      expected + [
        .init("strict", .bool(check.isStrict)),
        .init("require", Self.strings(check.required.map(\.rawValue).sorted())),
        .init(
          "rules",
          .object(
            check.rules.sorted { $0.key.rawValue < $1.key.rawValue }.map { rule, settings in
              .init(rule.rawValue, Self.json(settings))
            }
          )
        ),
      ]
    )
  }

  private static func json(_ rule: RuleSettings) -> JSONValue {
    .object(
      [.init("severity", .string(rule.isOff ? "off" : rule.severity?.rawValue ?? "default"))]
        + rule.values.sorted { $0.key < $1.key }.map { .init($0.key, .string("\($0.value)")) }
    )
  }

  private var playbackJSON: JSONValue {
    // Options that were not given are left out: earlier versions did not write these members.
    var given: [JSONValue.Member] = []
    if let metadata = playback.metadata { given.append(.init("metadata", Self.json(metadata))) }
    if let channel = playback.channel { given.append(.init("channel", .string(channel))) }
    if let device = playback.device { given.append(.init("device", .string("\(device)"))) }
    if let privacy = playback.privacy { given.append(.init("privacy", .string("\(privacy)"))) }
    if playback.baseConfiguration != EngineConfiguration() {
      given.append(.init("engine", .string(playback.baseConfiguration.json())))
    }
    return .object(
      given + [
        .init("playhead", .string(playback.playhead.rawValue)),
        .init("ads", .bool(playback.playsAds)),
        .init("seed", .string("\(playback.seed)")),
        .init(
          "product",
          playback.products.map { Self.strings($0.map(\.rawValue).sorted()) } ?? .null
        ),
        .init("appInfo", Self.json(playback.appInfo)),
      ]
    )
  }

  private static func json(_ texts: [String: String]?) -> JSONValue {
    guard let texts else { return .null }
    return .object(
      texts.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) }
    )
  }

  private static func json(_ start: ReadingStart?) -> JSONValue {
    switch start {
    case nil: .null
    case .beginning: .string("start")
    case .live: .string("live")
    case .seconds(let seconds): .string("\(seconds)")
    case .wallClock(let time): JSONValue(UTCTime.text(time))
    }
  }

  private static func strings(_ texts: [String]) -> JSONValue {
    .array(texts.map(JSONValue.string))
  }
}
