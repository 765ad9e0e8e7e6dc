import PingAnalysis

extension RehearsalRow {
  private typealias Sample = CleanCaptures

  static let ads: [RehearsalRow] = adPings + adMetadata + adsInContent

  private static let preroll: Pick = .ad && .asset("ad_pre")
  private static let midroll: Pick = .ad && .asset("ad_mid")
  private static let played = Sample.actions((.ad, 0), (.ad, 345))

  private static let adPings: [RehearsalRow] = [
    .clean("ad-seen") { Sample.rehearsed(Sample.ads, played) },
    .broken("ad-seen", "the midroll has no ping") {
      Sample.rehearsed(Sample.ads.dropping(midroll), played)
    },
    .broken("ad-seen", "the preroll has no ping") {
      Sample.rehearsed(Sample.ads.dropping(preroll), played)
    },
    .cut("ad-seen", "no actions", urls: Sample.ads.dropping(.ad)),

    .clean("ad-view-then-timer", urls: Sample.ads),
    .clean(
      "ad-view-then-timer",
      "ad timers arrive after the view of the content",
      urls: Sample.ads.dropping(preroll && .timer).merging(Sample.ads.keeping(preroll && .timer))
    ),
    .broken(
      "ad-view-then-timer",
      "the midroll has no timer",
      urls: Sample.ads.dropping(midroll && .timer)
    ),
    .broken(
      "ad-view-then-timer",
      "the midroll has no view",
      urls: Sample.ads.dropping(midroll && .view)
    ),
    .cut(
      "ad-view-then-timer",
      "the capture ends during the ad",
      urls: Sample.ads.cut(after: 1, of: .ad && .view)
    ),

    .clean("ad-starts-at-zero", urls: Sample.ads),
    .broken(
      "ad-starts-at-zero",
      "the midroll's timer is D2",
      urls: Sample.ads.setting("cr", "4_00_99_D2_10000", in: midroll && .timer)
    ),
    .broken(
      "ad-starts-at-zero",
      "the midroll's playheads start at 330",
      urls: midroll(playheads: 330...360)
    ),
    .cut("ad-starts-at-zero", "no ad", urls: Sample.plain),

    .clean("ad-within-length", urls: Sample.ads),
    .broken(
      "ad-within-length",
      "the midroll's length is only 10 s",
      urls: Sample.ads.setting("sd", "10", in: midroll)
    ),
    .broken(
      "ad-within-length",
      "the preroll's length is only 5 s",
      urls: Sample.ads.setting("sd", "5", in: preroll)
    ),
    .cut("ad-within-length", "no lengths", urls: Sample.ads.setting("sd", "0", in: .ad)),

    .clean("ad-not-too-long", urls: Sample.ads),
    .broken(
      "ad-not-too-long",
      "the midroll lasts 400 s",
      urls: midroll(playheads: 0...400, length: 0)
    ),
    .broken(
      "ad-not-too-long",
      "the midroll lasts 700 s",
      urls: midroll(playheads: 0...700, length: 0)
    ),
    .cut("ad-not-too-long", "no ad", urls: Sample.plain),
  ]

  private static let adMetadata: [RehearsalRow] = [
    .clean("ad-assetid", urls: Sample.ads),
    .clean("ad-assetid", "a pod without details", urls: Sample.ads.settingAsset("NA", in: .ad)),
    .clean(
      "ad-assetid",
      "one break without details and one with details",
      urls: Sample.ads.settingAsset("NA", in: midroll)
    ),
    .broken("ad-assetid", "one of two ads in a break has NA", urls: pod(of: ["ad_1", "NA"])),
    .broken(
      "ad-assetid",
      "the preroll's asset id is blank",
      urls: Sample.ads.settingAsset("", in: preroll)
    ),
    .cut("ad-assetid", "no ad", urls: Sample.plain),

    .clean("ad-not-content-asset", urls: Sample.ads),
    .broken(
      "ad-not-content-asset",
      "a content timer with the midroll's asset",
      also: ["content-change-new-viewing"],
      urls: Sample.ads.settingAsset("ad_mid", in: .content && .timer && .number(3))
    ),
    .broken(
      "ad-not-content-asset",
      "the midroll with the content's asset",
      urls: Sample.ads.settingAsset("vid345-67483", in: midroll)
    ),
    .cut("ad-not-content-asset", "no ad", urls: Sample.plain),

    .clean("ad-content-first", urls: Sample.ads),
    .broken(
      "ad-content-first",
      "a preroll without a program name",
      urls: Sample.ads.setting("cg", "", in: preroll)
    ),
    .broken(
      "ad-content-first",
      "a preroll with the previous program name",
      urls: Sample.ads.setting("cg", "Harbour Nights", in: preroll)
    ),
    .cut("ad-content-first", "no preroll", urls: Sample.ads.dropping(preroll)),

    .clean("ad-shares-viewing", urls: Sample.ads),
    .broken(
      "ad-shares-viewing",
      "the midroll is a separate viewing",
      urls: Sample.ads.setting(
        "c59",
        "iqal6k21r0de8gm901kif5xznar7q\(PlayedScenario.start)",
        in: midroll
      )
    ),
    .broken("ad-shares-viewing", "the content ends before the midroll", urls: endBeforeMidroll),
    .cut("ad-shares-viewing", "no ad", urls: Sample.plain),
  ]

  private static let adsInContent: [RehearsalRow] = [
    .clean("content-resumes-after-ad", urls: Sample.ads),
    .broken(
      "content-resumes-after-ad",
      "D1 is repeated after the midroll",
      urls: Sample.ads.setting("cr", "4_00_99_D1_11111", in: .content && .timer && .number(2))
    ),
    .broken(
      "content-resumes-after-ad",
      "playheads restart at 0 after the midroll",
      also: ["content-segments-in-order"]
    ) {
      Sample.rehearsed(midroll(playheads: 0...30, then: 0...330), Sample.actions((.ad, 330)))
    },
    .broken(
      "content-resumes-after-ad",
      "playheads restart at 0 after the midroll, without actions",
      urls: midroll(playheads: 0...30, then: 0...330)
    ),
    .cut("content-resumes-after-ad", "no midroll", urls: Sample.ads.dropping(midroll)),

    .clean("content-pauses-during-ad", urls: Sample.ads),
    .broken(
      "content-pauses-during-ad",
      "the content counts the seconds of the midroll",
      also: ["fields-valid"],
      urls: Sample.ads.setting("c27", "330", in: .content && .timer && .number(2))
    ),
    .broken(
      "content-pauses-during-ad",
      "the content counts half of the midroll's seconds",
      also: ["fields-valid"],
      urls: Sample.ads.setting("c27", "315", in: .content && .timer && .number(2))
    ),
    .cut("content-pauses-during-ad", "no midroll", urls: Sample.ads.dropping(midroll)),
  ]

  /// A break of the given ads, 15 s each, within the content.
  private static func pod(of ads: [String]) -> [String] {
    let app = DrivenApp()
    app.begin()
    app.play(0...330)
    app.stop()
    for ad in ads {
      app.load(ad: "midroll", ad, length: 15)
      app.play(0...15)
      app.stop()
    }
    app.reload()
    app.play(330...660)
    app.end()
    return app.urls
  }

  /// 330 s of content, a midroll with the given playheads, and more content.
  private static func midroll(
    playheads: ClosedRange<Int64>,
    length: Int = 30,
    then rest: ClosedRange<Int64> = 330...660
  ) -> [String] {
    let app = DrivenApp()
    app.begin()
    app.play(0...330)
    app.stop()
    app.load(ad: "midroll", "ad_mid", length: length)
    app.play(playheads)
    app.stop()
    app.reload()
    app.play(rest)
    app.end()
    return app.urls
  }

  private static let endBeforeMidroll: [String] = {
    let app = DrivenApp()
    app.begin()
    app.play(0...330)
    app.end()
    app.load(ad: "midroll", "ad_mid", length: 30)
    app.play(0...30)
    app.stop()
    app.begin()
    app.play(330...660)
    app.end()
    return app.urls
  }()
}
