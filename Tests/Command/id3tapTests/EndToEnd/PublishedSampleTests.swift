import Foundation
import TestSupport
import Testing

/// The sample ping of "DCR Sweden Video iOS SDK" (section "Example"), made by the scenario `published-sample`.
@Suite("The published sample ping from the command line", .ownThread)
struct PublishedSampleTests {
  private static let sample = """
    https://secure-sw.imrworldwide.com/cgi-bin/gn?prd=dcr&ci=se-910685&ch=se-910685_c01_P\
    &asn=defChnAsset&fp_id=a2nfmy17lyvkhlxqstvmgypqly90m1629966210&fp_cr_tm=1629966210\
    &fp_acc_tm=1629966210&fp_emm_tm=1629966210&ve_id=20A7CFD5-9860-4256-A6CE-45C251F4C243\
    &sessionId=yvx0rtsxydmaxueji8zgfzj0f2f1w1629966209&tl=&prv=1&c6=vc,c01\
    &ca=se-910685_c01_51HERB1501&cg=Play%20%3E%20Webbtv%20%3E%20Nyheter\
    &c13=asid,P3D8D326A-2DBC-486A-8FD8-9AF4452B2A41&c32=segA,NA&c33=segB,NA&c34=segC,NA\
    &c15=apn,Aftonbladet&plugv=&playerv=&sup=1&segment2=&segment1=&forward=0&ad=1\
    &cr=4_00_99_D1_00000\
    &c9=devid,12b9377cbe7e5c94e8a70d9d23929523d14afa954793130f8a3959c7b849aca8&enc=true\
    &c1=nuid,12b9377cbe7e5c94e8a70d9d23929523d14afa954793130f8a3959c7b849aca8&at=timer&rt=video\
    &c16=sdkv,ai.8.1.0&c27=cln,15&crs=&lat=&lon=&c29=plid,16299662096458868\
    &c30=bldv,ai.8.1.0.0_gsxaoni&st=dcr&c7=osgrp,&c8=devgrp,&c10=plt,&c40=adbid,\
    &c14=osver,iOS14.6&c26=dmap,1&dd=&hrd=&wkd=&c35=adrsid,&c36=cref1,&c37=cref2,&c11=agg,1\
    &c12=apv,5.47.83.0.25245&c51=adl,15&c52=noad,1&sd=15&pc=NA&c53=fef,n&c54=oad,&c55=cref3,\
    &c57=adldf,2&ai=51HERB1501&c3=st,a&c64=starttm,1629966240&adid=51HERB1501&c58=isLive,false\
    &c59=sesid,iqal6k21r0de8gm901kif5xznar7q1629966240&c61=createtm,1629966255&c63=pipMode,\
    &ci_userid=&is_auto_play=&pl_title=&is_prem=&is_prog=&ad_origin=&adidx=1%2F1&is_tpad=\
    &ci_passthr=&c62=sendTime,1629966255&c68=bndlid,se.aftonbladet.Aftonbladet&c69=cvw,&nodeTM=\
    &logTM=&c73=phtype,&c74=dvcnm,&c76=adbsnid,&uoo=&c44=progen,&davty=1&si=&c66=mediaurl,\
    &sdd=retry,0~~retryreason,~~devmodel,iPhone9%2C4~~devtypid,iPhone9%2C4~~sysname,iOS\
    ~~sysversion,14.6~~manuf,Apple&cat_id=a6f7fb13-8801-484c-9692-6db6dfb470aa&vtoff=0\
    &rnd=1629966255319
    """

  /// The parameters that must differ: the versions, because the engine is not Nielsen's.
  private static let differing = [
    "c16": ("sdkv,ai.8.1.0", "sdkv,ox.1.0.0"),
    "c30": ("bldv,ai.8.1.0.0_gsxaoni", "bldv,ox.1.0.0.0_open"),
  ]

  private let shell: Shell

  init() throws { shell = try Shell() }

  private static func parameters(_ url: String) -> [(name: String, value: String)] {
    url.split(separator: "?", maxSplits: 1).last?.split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), String(parts.last ?? ""))
    } ?? []
  }

  @Test(
    "the ping of the scenario has all published parameters in order, and only the versions differ"
  )
  func sample() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("SampleStreams/scenarios").path
    let outcome = try shell.run(
      """
      echo '{"format": 1, "host": "secure-sw.imrworldwide.com"}' > c.json
      id3tap pings --config c.json --format url --scenario '\(folder)/published-sample.json'
      """
    )
    #expect(outcome.status == 0 && outcome.errors == "")
    let timers = outcome.lines.filter { $0.contains("at=timer") }.map(String.init)
    let made = try #require(timers.first)
    #expect(made.split(separator: "?").first == Self.sample.split(separator: "?").first)
    let (ours, published) = (Self.parameters(made), Self.parameters(Self.sample))
    #expect(published.count == 97)
    #expect(ours.map(\.name) == published.map(\.name))
    for (ours, published) in zip(ours, published) {
      guard let (theirs, own) = Self.differing[published.name] else {
        #expect(ours.value == published.value, "\(published.name)")
        continue
      }
      #expect(published.value == theirs)
      #expect(ours.value == own)
    }
  }

  @Test(
    "an invalid identifier in a scenario is reported with its line and field",
    arguments: [
      (#""fpId": "x""#, "'identities.fpId': must be 29 lower-case"),
      (#""deviceId": "12AB""#, "'identities.deviceId': must be 64 hexadecimal"),
      (#""viewingSessionIds": [5]"#, "'identities.viewingSessionIds[0]': must be 29"),
      (#""vendorId": "a b""#, "'identities.vendorId': must be a string of at most 64"),
      (#""moon": "x""#, "'identities.moon': is unknown"),
    ]
  )
  func wrong(_ field: String, _ words: String) throws {
    try #"{"version": 1, "tags": "none", "duration": 1, "identities": {\#n\#(field)}}"#
      .write(
        to: shell.folder.appendingPathComponent("a.json"),
        atomically: true,
        encoding: .utf8
      )
    let outcome = try shell.run("id3tap pings --scenario a.json")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("a.json: line 2: \(words)"), "\(outcome.errors)")
  }

  @Test("a scenario with a launch but no start, or with a launch after its start, is refused")
  func launch() throws {
    for text in [#""launch": 1700000001, "start": 1700000000"#, #""launch": 1700000001"#] {
      try #"{"version": 1, "tags": "none", "duration": 1, \#(text)}"#
        .write(
          to: shell.folder.appendingPathComponent("a.json"),
          atomically: true,
          encoding: .utf8
        )
      let outcome = try shell.run("id3tap pings --scenario a.json")
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("'launch': needs a 'start'"), "\(outcome.errors)")
    }
  }

  @Test("a rehearsal of the published ping alone fails only because the capture is insufficient")
  func rehearsed() throws {
    try Data((Self.sample + "\n").utf8)
      .write(to: shell.folder.appendingPathComponent("sample.txt"))
    let outcome = try shell.run("id3tap rehearse --format json sample.txt")
    #expect(outcome.status == 1 && outcome.errors == "")
    let report = try RehearseTests.report(outcome)
    #expect(RehearseTests.items("failed", report) == ["capture-sufficient"])
    // Items about the values of a single ad ping pass, and items about a viewing do not.
    #expect(
      RehearseTests.items("passed", report) == [
        "appid-form", "appname-set", "appversion-set", "sdk-version", "ad-assetid",
        "playhead-not-faster", "device-id-hashed", "fpid", "session-id", "url-length", "encoding",
        "fields-valid",
      ]
    )
  }
}
