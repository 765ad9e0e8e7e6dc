import PingAnalysis

extension RehearsalRow {
  private typealias Sample = CleanCaptures

  /// Rows about views, timers and the end of content.
  static let contentViews: [RehearsalRow] = [
    .clean("content-view-first", urls: Sample.ads),
    .broken(
      "content-view-first",
      "the view is missing",
      urls: Sample.ads.dropping(.content && .view)
    ),
    .broken(
      "content-view-first",
      "the view has davty 1",
      urls: Sample.ads.setting("davty", "1", in: .content && .view)
    ),
    .cut(
      "content-view-first",
      "the capture begins after the view",
      urls: Array(Sample.plain.drop { !$0.contains("_D1_") })
    ),

    .clean("content-view-once", urls: Sample.two),
    .broken(
      "content-view-once",
      "the view is repeated",
      urls: Sample.plain.repeating(.content && .view)
    ),
    .broken(
      "content-view-once",
      "a second view follows the first timer",
      urls: Sample.plain.merging(
        Sample.plain.keeping(.content && .view).shifting(by: 310, .all)
      )
    ),
    .cut("content-view-once", "no content", urls: Sample.ads.keeping(.ad || .session)),

    .clean("content-timed", urls: Sample.two),
    .broken(
      "content-timed",
      "the first content has no timer",
      urls: Sample.two.dropping(.asset("vid345-67483") && .timer)
    ),
    .broken(
      "content-timed",
      "no timer, and the tester left the content",
      also: ["capture-sufficient"]
    ) {
      Sample.rehearsed(Sample.plain.dropping(.timer), Sample.actions((.end, 660)))
    },
    .cut(
      "content-timed",
      "the capture ends after the view",
      urls: Sample.plain.cut(after: 1, of: .view)
    ),

    .clean("content-full-segment", urls: Sample.plain),
    .broken(
      "content-full-segment",
      "250 of 300 s are credited",
      urls: Sample.plain.setting("c27", "250", in: .content && .number(1) && .timer)
        .setting("cr", "4_00_99_D1_11101", in: .content && .number(1) && .timer)
    ),
    .broken(
      "content-full-segment",
      "the pattern has a minute without credit",
      also: ["fields-valid"],
      urls: Sample.plain.setting("cr", "4_00_99_D2_11011", in: .content && .number(2))
    ),
    .cut("content-full-segment", "200 s were played", urls: Sample.short),

    .clean("content-segments-in-order", urls: Sample.ads),
    .broken(
      "content-segments-in-order",
      "D2 is missing between D1 and D3",
      urls: Sample.plain.dropping(.number(2) && .timer)
    ),
    .broken(
      "content-segments-in-order",
      "D2 is repeated",
      urls: Sample.plain.repeating(.number(2) && .timer)
    ),
    .broken("content-segments-in-order", "D5 follows D2, and the tester made no seek") {
      Sample.rehearsed(
        Sample.plain.setting("cr", "4_00_99_D5_10000", in: .number(3) && .timer),
        Sample.actions((.end, 660))
      )
    },
    .cut(
      "content-segments-in-order",
      "D5 follows D2, which a seek may explain",
      urls: Sample.plain.setting("cr", "4_00_99_D5_10000", in: .number(3) && .timer)
        .dropping(.number(1) && .timer)
    ),

    .clean("content-end-marked", urls: Sample.two),
    .clean("content-end-marked", "the app ends right after an opt-in", urls: Sample.endAtOptIn),
    .broken(
      "content-end-marked",
      "the app leaves opted-out content without an end, and the user stays opted out",
      also: ["optin-returns", "optout-blank-ids"],
      urls: Sample.endAtOptIn.setting("uoo", "true", in: .asset("vid345-67484"))
    ),
    .broken(
      "content-end-marked",
      "the first content's end is not marked",
      urls: Sample.two.setting("davty", "1", in: .asset("vid345-67483") && .timer)
    ),
    .broken("content-end-marked", "the end is not marked, and the tester left the content") {
      Sample.rehearsed(
        Sample.plain.setting("davty", "1", in: .timer),
        Sample.actions((.end, 660))
      )
    },
    .cut(
      "content-end-marked",
      "the capture ends before the content does",
      urls: Sample.plain.cut(after: 2, of: .timer)
    ),

    .clean("content-nothing-after-end", urls: Sample.ads),
    .broken(
      "content-nothing-after-end",
      "D1 follows the end",
      urls: Sample.plain.shifting(by: 900, .number(1) && .timer).merging()
    ),
    .broken(
      "content-nothing-after-end",
      "content continues for 60 s after the end",
      urls: Sample.plain.merging(
        Sample.plain.keeping(.number(3) && .timer).shifting(by: 60, .all)
      )
    ),
    .cut("content-nothing-after-end", "200 s were played", urls: Sample.short),
  ]
}
