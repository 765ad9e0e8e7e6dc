import NielsenAppApi

// DCR Sweden Video iOS SDK, "MetaData Example" and "Overview of SDK API Calls".

// swift-format-ignore
class CallSnippets {
  var nielsenAppApi: NielsenAppApi?

  init(_ nielsenAppApi: NielsenAppApi?) { self.nielsenAppApi = nielsenAppApi }

  func dictionaries() -> (channelInfo: [String: String], contentMetadata: [String: String], adMetadata: [String: String]) {
     let channelInfo = [
        "channelName": "My Channel Name 1",
     ]

     let contentMetadata = [
       "assetid" : "uniqueassetid",
        "type" : "content",
        "program" : "program name",
        "title" : "episode title",
        "length" : "2600"
       //Please see the metadata link above for all content parameters
     ]

    let adMetadata = [
        "assetid" : "uniquepostrolladid",
        "type" : "postroll"
        //Please see the metadata link above for all ad parameters
    ]
    return (channelInfo, contentMetadata, adMetadata)
  }

  func play(_ channelInfo: [String: String]) {
self.nielsenAppApi?.play(channelInfo);
  }

  func load(_ metadataDict: [String: String]) {
self.nielsenAppApi?.loadMetadata(metadataDict)
  }

  func position(_ pos: Int64) {
self.nielsenAppApi?.playheadPosition(pos);
  }

  func stop() {
self.nielsenAppApi?.stop;
  }

  func end() {
self.nielsenAppApi?.end
  }

  func optOut() {
    let NielsenAppApi = nielsenAppApi
NielsenAppApi?.userOptOut("nielsenappsdk://1"); // User opt-out
  }
}
