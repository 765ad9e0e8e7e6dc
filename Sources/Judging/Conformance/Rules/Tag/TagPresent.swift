import Formats
import NielsenTag
import TimedMetadata

struct TagPresent: Rule {
  static let id: RuleID = "tag-present"
  static let title = "No Nielsen tags"
  static let text = """
    The input contains a Nielsen DATA tag.

    Without a DATA tag, nothing is measured, and the verdict is `absent`. A recording that was not
    read to its end, or is shorter than 30 s, is usually not judged: tags are about ten seconds
    apart, so a segment without a tag proves nothing. Tags that are cut, or whose owner is
    misspelled, do not count: receivers do not find them.
    """
  static let traits = RuleTraits(
    .tag,
    .error,
    bound: .minimum(1),
    remedy: "Check that the encoder inserts tags and packagers pass them on.",
    source: "this tool's own rule"
  )

  private var (infos, others) = (0, 0)
  private var lookalikes: [NielsenLookalike: Int] = [:]
  private var firstLookalike: NielsenLookalike?
  /// The first owner that is spelled almost like Nielsen's.
  private var nearOwner: String?

  private static let maximumKinds = 1024

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard !tag.isNielsen else {
      if tag.kind == .data { log.count() } else { infos += 1 }
      return
    }
    guard let lookalike = NielsenLookalike(tag.tag.bytes),
      lookalikes[lookalike] != nil || lookalikes.count < Self.maximumKinds
    else {
      others += 1
      if nearOwner == nil, let owner = tag.otherOwner,
        NearestName.isNear(owner, NielsenPayload.ownerPrefix)
      {
        nearOwner = owner
      }
      return
    }
    firstLookalike = firstLookalike ?? lookalike
    lookalikes[lookalike, default: 0] += 1
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    guard facts.tags.data == 0 else { return .assessed }
    if let unknown = facts.unknownSelection {
      log.add(unknown, at: Place(), remedy: Self.chooseAnother, amount: 0)
      return .assessed
    }
    // A live playlist counts as read, although more segments may follow.
    let isRead = facts.isWhole || facts.summary.playlist?.isLive == true
    guard isRead, facts.summary.renditions.allSatisfy({ $0.segmentsMissing == 0 }) else {
      return .notAssessed(.notRead)
    }
    let damaged = lookalikes.values.reduce(0, +)
    // Damaged tags are reported in content of any length.
    guard damaged > 0 || !facts.isTooShortForTags else { return .notAssessed(.tooShort) }
    log.add(
      Self.absent(
        seconds: facts.summary.duration,
        lookalikes: damaged,
        first: firstLookalike,
        infos: infos,
        others: others,
        nearOwner: nearOwner
      ),
      at: Place(),
      amount: 0
    )
    return .assessed
  }
}

extension TagPresent {
  static let chooseAnother = "Choose another program or PID with --program or --pid."

  static func noProgram(_ number: Int, among programs: [Int]) -> String {
    "no program \(number) in the input, which has program"
      + (programs.count == 1 ? " " : "s ") + programs.map(String.init).joined(separator: ", ")
  }

  static func noID3(on pid: Int, among streams: [StreamSummary]) -> String {
    let places = streams.map { stream in
      let program = stream.program.map { " of program \($0)" } ?? ""
      return (stream.pid.map(Words.pid) ?? "no PID") + program
    }
    return "no ID3 stream on \(Words.pid(pid)), only on \(places.joined(separator: ", "))"
  }

  /// The maximum length of an owner in a message, in characters.
  private static let nearOwnerLength = 24

  static func absent(
    seconds: Double?,
    lookalikes: Int = 0,
    first: NielsenLookalike? = nil,
    infos: Int = 0,
    others: Int,
    nearOwner: String? = nil
  ) -> String {
    let length = seconds.map { " in \(Words.seconds($0))" } ?? ""
    var beside: [String] = []
    if infos > 0 { beside.append(Decimals.counted(infos, "INFO tag")) }
    if let first {
      let verb = lookalikes == 1 ? "looks" : "look"
      beside.append(
        "\(Decimals.counted(lookalikes, "ID3 tag")) \(verb) like Nielsen's, but \(first.words)"
      )
    }
    if others > 0 {
      let meant = nearOwner.map { owner in
        ", owner \"\(owner.prefix(nearOwnerLength))\", probably meant to be "
          + "\(NielsenPayload.ownerPrefix)"
      }
      beside.append(Decimals.counted(others, "other ID3 tag") + (meant ?? ""))
    }
    return "no Nielsen \(infos > 0 ? "DATA " : "")tag\(length)"
      + (beside.isEmpty ? "" : " (\(beside.joined(separator: "; ")))")
  }
}

extension InputFacts {
  private static let maximumNamed = 20

  /// The message for a selected program or PID that does not exist, with those that exist. Nil if nothing is selected,
  /// or if the selection may exist.
  var unknownSelection: String? {
    let numbers = summary.programs.map(\.number)
    if let program, !numbers.isEmpty, !numbers.contains(program) {
      return TagPresent.noProgram(program, among: Array(numbers.prefix(Self.maximumNamed)))
    }
    let streams = summary.streams.filter { $0.pid != nil && $0.rendition == nil }
    if let pid, !streams.isEmpty, !streams.contains(where: { $0.pid == pid }) {
      return TagPresent.noID3(on: pid, among: Array(streams.prefix(Self.maximumNamed)))
    }
    return nil
  }
}
