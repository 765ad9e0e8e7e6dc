import Testing

@testable import NielsenAppApi

/// The sample ping of "DCR Sweden Video iOS SDK", reproduced parameter for parameter, in order, by an
/// engine with the same inputs and injected identifiers.
@Suite("the published sample ping")
struct PublishedSamplePingTests {
  static let sample = """
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

  static let appID = "P3D8D326A-2DBC-486A-8FD8-9AF4452B2A41"

  /// A store with the first-party id of the sample, which is a second younger than the session.
  /// This happens when the old id has expired and the configuration takes a second to arrive.
  static var store: MemoryStore {
    MemoryStore(identities: [
      appID: StoredIdentity(
        firstPartyID: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaa\(1_629_966_210 - 180 * 86_400)",
        firstPartyCreated: 1_629_966_210 - 180 * 86_400,
        vendorID: "20A7CFD5-9860-4256-A6CE-45C251F4C243"
      )
    ])
  }

  /// The random draws that result in the identifiers of the sample, in the order of the draws.
  static var draws: [UInt64] {
    let letters = ScriptedGenerator.letters
    return ScriptedGenerator.draws("yvx0rtsxydmaxueji8zgfzj0f2f1w", of: letters)
      + ScriptedGenerator.draws("6458868", of: ScriptedGenerator.decimals)
      + [0xA6F7_FB13_8801_484C, 0x9692_6DB6_DFB4_70AA]
      + ScriptedGenerator.draws("a2nfmy17lyvkhlxqstvmgypqly90m", of: letters)
      + ScriptedGenerator.draws("iqal6k21r0de8gm901kif5xznar7q", of: letters)
  }

  static func run() -> Bench {
    let fetcher = ConfigurationSourceTests.Fetcher()
    let appInfo = [
      "appid": appID, "appname": "Aftonbladet", "appversion": "5.47.83.0.25245",
      "clientid": "se-910685",
    ]
    let bench = Bench(appInfo: appInfo, start: 1_629_966_209) { environment in
      environment.random = RandomSource(ScriptedGenerator(draws))
      environment.store = store
      environment.device = device
      // The device id behind the published digest is unknown.
      environment.identifiers.deviceID =
        "12b9377cbe7e5c94e8a70d9d23929523d14afa954793130f8a3959c7b849aca8"
      environment.configurationSource = fetcher.source
    }
    bench.setClock(1_629_966_210_000)
    fetcher.answer(
      0,
      .success(
        "{\"format\": 1, \"host\": \"secure-sw.imrworldwide.com\", \"products\": {\"emm\": true}}"
      )
    )
    bench.setClock(1_629_966_240_319)
    bench.api.play(["channelName": "x"])
    bench.api.loadMetadata([
      "type": "content", "assetid": "film", "program": "Play > Webbtv > Nyheter", "title": "t",
      "length": "100", "isfullepisode": "y",
    ])
    bench.api.loadMetadata([
      "type": "preroll", "assetid": "51HERB1501", "length": "15", "adloadtype": "2",
      "adidx": "1/1",
    ])
    for second in 0...15 {
      bench.setClock(1_629_966_240_319 + Int64(second) * 1000)
      bench.api.playheadPosition(Int64(second))
    }
    bench.api.stop()
    return bench
  }

  static var device: DeviceProfile {
    var device = DeviceProfile(id: "x")
    device.osVersion = "iOS14.6"
    device.bundleID = "se.aftonbladet.Aftonbladet"
    (device.model, device.typeID) = ("iPhone9,4", "iPhone9,4")
    (device.systemName, device.systemVersion) = ("iOS", "14.6")
    device.manufacturer = "Apple"
    return device
  }

  static func parameters(_ url: String) -> [(name: String, value: String)] {
    url.split(separator: "?", maxSplits: 1)[1].split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), String(parts[1]))
    }
  }

  @Test("the sample ping is reproduced with all ninety-seven parameters in order")
  func parameters() throws {
    let ping = try #require(Self.run().pings.last)
    let (made, published) = (Self.parameters(ping.url), Self.parameters(Self.sample))
    #expect(published.count == 97)
    #expect(made.map(\.name) == published.map(\.name))
    // These values show that the ping is not from Nielsen's engine.
    let own = ["c16": "sdkv,ox.1.0.0", "c30": "bldv,ox.1.0.0.0_open"]
    for (made, published) in zip(made, published) {
      #expect(made.value == own[made.name] ?? published.value, "\(made.name)")
    }
    #expect(ping.url.hasPrefix("https://secure-sw.imrworldwide.com/cgi-bin/gn?"))
    #expect(Invariants.broken(by: ping).isEmpty)
  }

  @Test("c64 is 15 s before c61 in the sample ping, and c27, c51 and sd are 15")
  func agreement() throws {
    let ping = try #require(Self.run().pings.last)
    func number(_ name: String) -> Int64? {
      ping[name].flatMap { Int64($0.split(separator: ",").last ?? "") }
    }
    #expect(try #require(number("c61")) - (try #require(number("c64"))) == 15)
    for name in ["c27", "c51", "sd"] { #expect(number(name) == 15) }
  }
}
