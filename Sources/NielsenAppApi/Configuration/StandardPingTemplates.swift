extension PingTemplate {
  /// The embedded templates by the name of their ping.
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

  /// The start of an instance.
  private static let session = PingTemplate(
    endpoint: "gn",
    notation: """
       1  prd="session"! c9=devid,{deviceId} c13=asid,{appId}! sessionId={sessionId}!
       5  c16=sdkv,{sdkVersion}! uoo={optOut} fp_id={fpId} fp_cr_tm={fpCreated}
       9  fp_acc_tm={fpAccessed} fp_emm_tm={fpEmm} ve_id={vendorId} c30=bldv,{buildVersion}
      13  c61=createtm,{createTime}! c62=sendTime,{sendTime}! hem_sha256={hem.sha256}?
      16  hem_sha1={hem.sha1}? hem_md5={hem.md5}? hem_unknown={hem.unknown}? uid2={hem.uid2}?
      20  uid2_token={hem.uid2Token}? luid={hem.luid}? sdd={diagnostics}* rnd={rnd}!
      """
  )

  /// Impression, view and duration.
  private static let dtvr = PingTemplate(
    endpoint: "d",
    notation: """
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
      """
  )

  /// Quarter hours: as ``dtvr`` without `c15` and `c27`, with `aqhflg` after `vn`.
  private static let dtvrQuarterHour = PingTemplate(
    endpoint: dtvr.endpoint,
    notation: dtvr.notation.split { $0 == " " || $0 == "\n" }.compactMap { word in
      // The positions are those of the other list.
      if word.first?.isNumber ?? false { return nil }
      if word.hasPrefix("c15=") || word.hasPrefix("c27=") { return nil }
      return word.hasPrefix("vn=") ? "\(word) aqhflg=\"1\"" : String(word)
    }.joined(separator: " ")
  )

  /// Collected payloads. `forward` is 0: watermarks are not meant for the data provider.
  private static let id3 = PingTemplate(
    endpoint: "trans",
    notation: """
       1  ci={ci}! sessionId={sessionId}! forward={forward} fp_id={fpId} fp_cr_tm={fpCreated}
       6  fp_acc_tm={fpAccessed} fp_emm_tm={fpEmm} ve_id={vendorId} c8=devgrp,{deviceGroup}
      10  c10=plt,{platform} pc={appId}! c6=id3,{vcid}! segment1={country} segment2={dma}
      15  c9=devid,{deviceId} c7=osgrp,{osGroup} c1=nuid,{nuid} c14=osver,{osVersion}
      19  tp={id3Data}! channame={channelName}! h33={h33} c26=dmap,"3" uoo={optOut}
      24  c68=bndlid,{bundleId} c61=createtm,{createTime}! plugv={pluginVersion}
      27  playerv={playerVersion} c62=sendTime,{sendTime}! nodeTM={nodeTime} logTM={logTime}
      31  c73=phtype,{phoneType} c74=dvcnm,{deviceName} sdd={diagnostics}* rnd={rnd}!
      """
  )

  /// The question for a time-shift code.
  private static let tsv = PingTemplate(
    endpoint: "tsv",
    notation: """
      1  id3={id3Tag}! fmt="json" pli={playerId} segment1={country} segment2={dma}
      6  tsvevt="tsvupdate" nmspc="" rnd={rnd}!
      """
  )

  private static let error = PingTemplate(
    endpoint: "error",
    notation: """
       1  message={errorMessage}! c13=asid,{appId}! c16=sdkv,{sdkVersion}! c8=devgrp,{deviceGroup}
       5  c7=osgrp,{osGroup} c10=plt,{platform} c17=stnid,{stationId} c18={assetId}
       9  c6={errorProduct} ci={ci}! c30=bldv,{buildVersion} c59=sesid,{viewingSessionId}
      13  c61=createtm,{createTime}! rnd={rnd}!
      """
  )
}
