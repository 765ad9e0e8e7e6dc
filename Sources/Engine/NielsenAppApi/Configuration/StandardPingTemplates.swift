extension PingTemplate {
  static let standard: [String: PingTemplate] = [
    "session": session,
    "dtvr": dtvr,
    "dtvr.aqh": dtvrQuarterHour,
    "id3": id3,
    "tsv": tsv,
    "dcr": dcr,
    "static": staticView,
    "emm": emm,
    "error": error,
  ]

  private static let session = PingTemplate(
    embedded: """
       1  prd="session"! c9=devid,{deviceId} c13=asid,{appId}! sessionId={sessionId}!
       5  c16=sdkv,{sdkVersion}! uoo={optOut} fp_id={fpId} fp_cr_tm={fpCreated}
       9  fp_acc_tm={fpAccessed} fp_emm_tm={fpEmm} ve_id={vendorId} c30=bldv,{buildVersion}
      13  c61=createtm,{createTime}! c62=sendTime,{sendTime}! hem_sha256={hem.sha256}?
      16  hem_sha1={hem.sha1}? hem_md5={hem.md5}? hem_unknown={hem.unknown}? uid2={hem.uid2}?
      20  uid2_token={hem.uid2Token}? luid={hem.luid}? sdd={diagnostics}* rnd={rnd}!
      """,
    endpoint: "gn"
  )

  private static let dtvr = PingTemplate(
    embedded: """
       1  ci={ci}! sessionId={sessionId}! fp_id={fpId} fp_cr_tm={fpCreated} fp_acc_tm={fpAccessed}
       6  fp_emm_tm={fpEmm} ve_id={vendorId} c8=devgrp,{deviceGroup} c10=plt,{platform}
      10  c29=plid,{playerId} c30=bldv,{buildVersion} davty={davty}! forward={forward}!
      14  c6=mtvr,{vcid}! ca={ca}!^ pc={appId}! cr={cr}! segment1={country} segment2={dma}
      20  c9=devid,{deviceId} c7=osgrp,{osGroup} c1=nuid,{nuid} plugv={pluginVersion}
      24  playerv={playerVersion} c11=agg,{aggregate}! c12=apv,{appVersion} c13=asid,{appId}!
      28  c15=apn,{appName} c16=sdkv,{sdkVersion}! c14=osver,{osVersion} h33={h33} c26=dmap,"3"
      33  c27=cln,{timeSpent}! at={action}! rt={resourceType}! st="mtvr" vn="1" c24=zip,"99"
      39  dd={dataDate} hrd={hourCode} wkd={weekday} uoo={optOut} c68=bndlid,{bundleId}
      44  c61=createtm,{createTime}! c62=sendTime,{sendTime}! nodeTM={nodeTime} logTM={logTime}
      48  c73=phtype,{phoneType} c74=dvcnm,{deviceName} c71=ottflg,{ottStatus}?
      51  c72=otttyp,{ottType}? sdd={diagnostics}* rnd={rnd}!
      """,
    endpoint: "d"
  )

  /// The quarter-hour ping of DTVR: ``dtvr`` without `c15` and `c27`, and with `aqhflg` after `vn`.
  private static let dtvrQuarterHour = PingTemplate(
    endpoint: dtvr.endpoint,
    entries: dtvr.entries.flatMap { entry -> [PingTemplateEntry] in
      switch entry.name {
      case "c15", "c27": []
      case "vn": [entry, PingTemplateEntry(name: "aqhflg", source: .literal("1"))]
      default: [entry]
      }
    }
  )

  private static let id3 = PingTemplate(
    embedded: """
       1  ci={ci}! sessionId={sessionId}! forward={forward} fp_id={fpId} fp_cr_tm={fpCreated}
       6  fp_acc_tm={fpAccessed} fp_emm_tm={fpEmm} ve_id={vendorId} c8=devgrp,{deviceGroup}
      10  c10=plt,{platform} pc={appId}! c6=id3,{vcid}! segment1={country} segment2={dma}
      15  c9=devid,{deviceId} c7=osgrp,{osGroup} c1=nuid,{nuid} c14=osver,{osVersion}
      19  tp={id3Data}! channame={channelName}! h33={h33} c26=dmap,"3" uoo={optOut}
      24  c68=bndlid,{bundleId} c61=createtm,{createTime}! plugv={pluginVersion}
      27  playerv={playerVersion} c62=sendTime,{sendTime}! nodeTM={nodeTime} logTM={logTime}
      31  c73=phtype,{phoneType} c74=dvcnm,{deviceName} sdd={diagnostics}* rnd={rnd}!
      """,
    endpoint: "trans"
  )

  private static let tsv = PingTemplate(
    embedded: """
      1  id3={id3Tag}! fmt="json" pli={playerId} segment1={country} segment2={dma}
      6  tsvevt="tsvupdate" nmspc="" rnd={rnd}!
      """,
    endpoint: "tsv"
  )

  private static let error = PingTemplate(
    embedded: """
       1  message={errorMessage}! c13=asid,{appId}! c16=sdkv,{sdkVersion}! c8=devgrp,{deviceGroup}
       5  c7=osgrp,{osGroup} c10=plt,{platform} c17=stnid,{stationId} c18={assetId}
       9  c6={errorProduct} ci={ci}! c30=bldv,{buildVersion} c59=sesid,{viewingSessionId}
      13  c61=createtm,{createTime}! rnd={rnd}!
      """,
    endpoint: "error"
  )
}

extension PingTemplate {
  /// The view and timer pings of content and ads. The parameters are those of the published sample
  /// ping in its order, plus `c71`, `c72`, `c77` and `evdata`, which are left out when empty.
  static let dcr = PingTemplate(
    embedded: """
       1  prd="dcr"! ci={ci}! ch={ch}! asn={asn} fp_id={fpId} fp_cr_tm={fpCreated}
       7  fp_acc_tm={fpAccessed} fp_emm_tm={fpEmm} ve_id={vendorId} sessionId={sessionId}!
      11  tl={title} prv="1" c6=vc,{vcid}! ca={ca}! cg={program} c13=asid,{appId}!
      17  c32=segA,{segA} c33=segB,{segB} c34=segC,{segC} c15=apn,{appName}
      21  plugv={pluginVersion} playerv={playerVersion} sup="1" segment2={dma}
      25  segment1={country} forward={forward} ad={accessMethod} cr={cr}! c9=devid,{deviceId}
      30  enc="true" c1=nuid,{nuid} at={action}! rt={resourceType}! c16=sdkv,{sdkVersion}!
      35  c27=cln,{timeSpent}! crs={crashed} lat={latitude} lon={longitude} c29=plid,{playerId}
      40  c30=bldv,{buildVersion} st="dcr" c7=osgrp,{osGroup} c8=devgrp,{deviceGroup}
      44  c10=plt,{platform} c40=adbid,{adobeId} c14=osver,{osVersion} c26=dmap,"1"
      48  dd={dataDate} hrd={hourCode} wkd={weekday} c35=adrsid,{adobeSuite}
      52  c36=cref1,{crossId1} c37=cref2,{crossId2} c11=agg,{aggregate} c12=apv,{appVersion}
      56  c51=adl,{adSeconds} c52=noad,{adCount} sd={length} pc="NA" c53=fef,{fullEpisode}
      61  c54=oad,{airDate} c55=cref3,{crossId3} c57=adldf,{adLoadType} ai={assetId}!
      65  c3=st,{streamType}! c64=starttm,{startTime}! adid={assetId}! c58=isLive,{isLive}
      69  c59=sesid,{viewingSessionId}! c61=createtm,{createTime}! c63=pipMode,{pipMode}
      72  ci_userid={custom.ci_userid} is_auto_play={custom.is_auto_play}
      74  pl_title={custom.pl_title} is_prem={custom.is_prem} is_prog={custom.is_prog}
      77  ad_origin={custom.ad_origin} adidx={custom.adidx} is_tpad={custom.is_tpad}
      80  ci_passthr={custom.ci_passthr} c62=sendTime,{sendTime}! c68=bndlid,{bundleId}
      83  c69=cvw,{custom.cvw} nodeTM={nodeTime} logTM={logTime} c73=phtype,{phoneType}
      87  c74=dvcnm,{deviceName} c76=adbsnid,{adobeSession} uoo={optOut} c44=progen,{genre}
      91  davty={davty}! si={siteUrl} c66=mediaurl,{mediaUrl} c71=ottflg,{ottStatus}?
      95  c72=otttyp,{ottType}? c77=adsuprt,{hasAds}? evdata={eventData}? sdd={diagnostics}*
      99  cat_id={categoryId} vtoff="0" rnd={rnd}!
      """,
    endpoint: "gn"
  )

  static let staticView = PingTemplate(
    embedded: """
       1  prd="dcr"! ci={ci}! ch={ch}! asn={section}! fp_id={fpId} fp_cr_tm={fpCreated}
       7  fp_acc_tm={fpAccessed} fp_emm_tm={fpEmm} ve_id={vendorId} sessionId={sessionId}!
      11  prv="1" c6=vc,{vcid}! ca="NA" c13=asid,{appId}! c32=segA,{segA} c33=segB,{segB}
      17  c34=segC,{segC} c15=apn,{appName} sup="0" segment2={dma} segment1={country}
      22  forward="1" plugv={pluginVersion} playerv={playerVersion} ad="0" cr={cr}!
      27  c9=devid,{deviceId} enc="true" c1=nuid,{nuid} at={action}! rt="text"
      32  c16=sdkv,{sdkVersion}! c27=cln,{timeSpent}! c29=plid,{playerId}
      35  c30=bldv,{buildVersion} st="dcr" c7=osgrp,{osGroup} c8=devgrp,{deviceGroup}
      39  c10=plt,{platform} c14=osver,{osVersion} c26=dmap,"1" c3=st,"c"
      43  c64=starttm,{startTime}! c59=sesid,{viewingSessionId} c61=createtm,{createTime}!
      46  c62=sendTime,{sendTime}! c68=bndlid,{bundleId} uoo={optOut} davty={davty}!
      50  si={siteUrl} sdd={diagnostics}* rnd={rnd}!
      """,
    endpoint: "gn"
  )

  /// The request to the cross-domain service: its host name contains the id of the app session.
  static let emm = PingTemplate(endpoint: "emm", entries: [])
}
