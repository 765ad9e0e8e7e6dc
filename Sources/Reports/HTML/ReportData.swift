import Conformance
import Formats
import Records

/// The data for the script of the page: tables of numbers and texts, whose columns `report.js` names.
struct ReportData {
  /// This many inputs share a block of details, which is read when one of them is opened.
  static let blockSize = 50

  private let report: Report
  private let index: ReportIndex
  /// The place of each input in the order of harm.
  private let places: [Int: Int]
  private let ruleIndexes: [RuleID: Int]
  private let ruleIDs: [RuleID]

  init(_ report: Report, index: ReportIndex) {
    self.report = report
    self.index = index
    places = Dictionary(uniqueKeysWithValues: index.order.enumerated().map { ($1, $0) })
    var ids = report.rules.map(\.rule)
    var known = Set(ids)
    for input in report.inputs {
      for finding in input.findings where known.insert(finding.rule).inserted {
        ids.append(finding.rule)
      }
    }
    ruleIDs = ids
    ruleIndexes = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
  }

  /// Everything but the details.
  var json: JSONValue {
    .object([
      .init("block", JSONValue(Self.blockSize)),
      .init("gapLimit", .seconds(RuleDescription.cadenceGapLimit)),
      .init(
        "reasons",
        .object(
          NotAssessed.allCases.map { .init($0.rawValue, .string($0.words)) }
        )
      ),
      .init("rules", .array(ruleIDs.map(rule))),
      .init("outcomes", .array(report.outcomes.results.map(outcome))),
      .init("causes", .array(index.causes.map { .array([.string($0.key), .string($0.title)]) })),
      .init("inputs", .array(report.inputs.indices.map(row))),
    ])
  }

  private func rule(_ id: RuleID) -> JSONValue {
    let traits = RuleDescription.named(id)?.traits
    return .array([
      .string(id.rawValue), JSONValue(traits?.severity.rawValue), JSONValue(traits?.group.rawValue),
      JSONValue(traits?.remedy ?? report.remedies[id]), JSONValue(traits?.source),
      .string(RuleTitle.words(id)),
    ])
  }

  private func outcome(_ result: RuleResult) -> JSONValue {
    .array([
      JSONValue(ruleIndexes[result.rule]), .string(result.state.rawValue), JSONValue(result.found),
      JSONValue(result.minimum), JSONValue(result.maximum), JSONValue(result.notAssessed?.rawValue),
      JSONValue(result.remark),
    ])
  }

  private func row(_ number: Int) -> JSONValue {
    let (input, entry) = (report.inputs[number], index.entries[number])
    let tags = input.tags
    let results = report.results(of: input)
    func indexes(_ state: RuleResult.State) -> JSONValue {
      .array(results.filter { $0.state == state }.map { JSONValue(ruleIndexes[$0.rule]) })
    }
    return .array([
      .string(input.name), .string(input.status.words), JSONValue(tags.data),
      JSONValue(tags.info), JSONValue(tags.other), JSONValue(seconds: input.duration),
      JSONValue(seconds: input.firstTag), JSONValue(seconds: input.lastTag),
      JSONValue(seconds: input.longestGap),
      JSONValue(input.findingCounts[.error] ?? 0), JSONValue(input.findingCounts[.warning] ?? 0),
      JSONValue(input.pings.total), indexes(.fail), indexes(.warn), JSONValue(places[number]),
      JSONValue(entry.problem.map { LongText.cut($0, to: 160) }),
      .array(entry.causes.map { JSONValue($0) }),
      .array(entry.strips.map { .array([.string($0.name), .string($0.letters)]) }),
      JSONValue(entry.otherStrips),
    ])
  }

  // MARK: - Details

  func detail(_ input: InputReport) -> JSONValue {
    let cover = TrackCover(input, results: report.results(of: input))
    let players = report.players(of: input)
    return .object([
      .init("failure", JSONValue(input.failure)),
      .init("sentence", .string(VerdictSentence(input: input).words)),
      .init(
        "tags",
        .array([.string(input.contentTags.dataWords), .string(input.contentTags.infoWords)])
      ),
      .init("missing", .array(input.missing.map(JSONValue.string))),
      .init("cut", .array(input.cutWords.map(JSONValue.string))),
      .init(
        "streams",
        .array(input.streams.map { stream($0, cover: cover.words(of: $0, in: input)) })
      ),
      .init("contents", .array(input.contentRows.map(content))),
      .init(
        "owners",
        .array(
          input.knownOwners.rows.map { owner, tags in
            .array([.string(owner), JSONValue(tags), .string(OtherOwners.note(owner))])
          }
        )
      ),
      .init(
        "clock",
        .array(input.dayClock.anchors.map { .array([.seconds($0.time), .seconds($0.unix)]) })
      ),
      .init("outcomes", .array(input.outcomes.map { .integer(Int64($0)) })),
      .init(
        "findings",
        .array(input.findings.map { finding($0, track: input.trackIndex(of: $0)) })
      ),
      .init("explained", JSONValue(input.explained.tags)),
      .init(
        "tracks",
        .array(
          input.isReduced
            ? [] : input.tracks.enumerated().map { track($1, of: input, cover: cover.words[$0]) }
        )
      ),
      .init("markers", .array(input.markers.map(marker))),
      .init("pings", pings(input.pings)),
      .init("costOfGaps", JSONValue(input.costOfGaps)),
      .init("players", .array(PlayerGroup.groups(of: players).map(group))),
      .init("earlier", JSONValue(players.earlierWords)),
    ])
  }

  private func stream(_ stream: InputReport.Stream, cover: String?) -> JSONValue {
    .array([
      JSONValue(stream.rendition), JSONValue(stream.program), JSONValue(stream.pid),
      JSONValue(stream.carriage), JSONValue(stream.data), JSONValue(stream.info),
      .string(InputStatus(stream.verdict).words), JSONValue(cover),
    ])
  }

  private func finding(_ finding: Finding, track: Int?) -> JSONValue {
    let place = finding.place
    return .array([
      JSONValue(ruleIndexes[finding.rule]), .string(finding.severity.rawValue),
      JSONValue(seconds: place.time), JSONValue(seconds: finding.lastTime),
      JSONValue(finding.count), JSONValue(place.rendition), JSONValue(place.segment),
      JSONValue(place.offset), JSONValue(place.program), JSONValue(place.pid),
      JSONValue(place.wallClock.flatMap(UTCTime.text)), .string(finding.message), JSONValue(track),
    ])
  }

  private func content(_ row: InputReport.ContentRow) -> JSONValue {
    .array([
      .string(row.streams), .string(ContentSpans.words(row.span.fd)),
      .string(ContentSpans.words(row.span.pc)), .seconds(row.span.start), .seconds(row.span.end),
      JSONValue(row.span.tags),
    ])
  }

  private func track(_ track: TimelineTrack, of input: InputReport, cover: String?) -> JSONValue {
    let points = track.tags.points
    return .object([
      .init("name", .string(track.name)),
      .init("rendition", JSONValue(track.rendition)),
      .init("cover", JSONValue(cover)),
      .init("seconds", .seconds(track.strip?.secondsPerMark ?? 10)),
      .init("marks", .string(String(decoding: track.strip?.marks ?? [], as: UTF8.self))),
      .init("times", .array(points.map { .seconds($0.time) })),
      .init("kinds", .string(String(points.map { $0.isInfo ? "i" : "d" }))),
      .init("intervals", .array(points.map { JSONValue(seconds: $0.interval) })),
      .init("drifts", .array(points.map { JSONValue(seconds: $0.drift) })),
      .init(
        "gaps",
        .array(track.tags.gaps.map { .array([.seconds($0.start), .seconds($0.end)]) })
      ),
      .init(
        "changes",
        .array(
          track.contentChangeMarks.map { .array([.seconds($0.time), .string($0.words)]) }
        )
      ),
      .init(
        "segments",
        .array(
          track.segments.map { segment in
            .array([
              .seconds(segment.start), .seconds(segment.duration), .bool(segment.isComplete),
              .bool(segment.isDiscontinuity), JSONValue(segment.tags), .string(segment.uri),
            ])
          }
        )
      ),
    ])
  }

  private func group(_ players: PlayerGroup) -> JSONValue {
    .array([
      .array(players.names.map { .string($0) }), JSONValue(players.shown), JSONValue(players.tags),
      .string(players.reasons), .array(players.remedies.map { .string($0) }),
    ])
  }

  private func marker(_ marker: InputReport.Marker) -> JSONValue {
    .array([
      .string(marker.kind), JSONValue(marker.id), .seconds(marker.time),
      JSONValue(seconds: marker.duration), JSONValue(marker.isOut),
    ])
  }

  private func pings(_ pings: PingSeries) -> JSONValue {
    .object([
      .init(
        "kinds",
        .array(
          zip(pings.kinds, pings.counts).map { kind, count in
            .array([.string(kind.product), .string(kind.type), JSONValue(count)])
          }
        )
      ),
      .init("times", .array(pings.points.map { .seconds($0.time) })),
      .init("kind", .array(pings.points.map { JSONValue($0.kind) })),
    ])
  }
}

extension InputReport {
  /// The parts of the input that are not shown, with the reasons.
  var cutWords: [String] {
    var words: [String] = []
    if isReduced {
      words.append(
        "Findings, timeline and plots of this input are left out: the report has too many inputs. "
          + "Report on fewer of them."
      )
    }
    if isCut {
      words.append("Not everything is shown: too many findings, streams or markers for one page.")
    }
    if tracks.contains(where: { $0.tags.isThinned || $0.strip?.isThinned == true || $0.isCut })
      || pings.isThinned
    {
      words.append(
        "Timeline and plots are thinned out: they show at most \(TagSeries.capacity) tags, "
          + "\(TimelineTrack.segmentCapacity) segments and \(PingSeries.capacity) pings; INFO tags and the "
          + "longest intervals are kept."
      )
    }
    return words
  }
}
