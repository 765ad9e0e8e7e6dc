// The unchanged JavaScript of "DCR Chromecast iOS SDK" (Engineering Client Portal, revision of 12 July 2023, sections
// 4.1 to 4.4). A line with four slashes begins a part. ReceiverInBrowserTests runs the parts one by one.
//// init
window.nolSDKInstance = NOLBUNDLE.nlsQ("Pxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxx", "ChromeCastInstance" );
//// loadmetadata
var metadata = {
              "assetid" : senderMetadata.assetid,
              "type" : senderMetadata.type,
              "program" : senderMetadata.program,
              "title" : senderMetadata.title,
              "length" : senderMetadata.length,
              "mediaUrl" : senderMetadata.mediaUrl,
              "airdate" : senderMetadata.airdate,
              "isfullepisode" : senderMetadata.isfullepisode,
              "crossId1" : senderMetadata.crossId1,
              "nol_c1" : senderMetadata.nol_c1,
              "nol_c2" : senderMetadata.nol_c2,
              "segB" : senderMetadata.segB,
              "segC" : senderMetadata.segC,
              "adloadtype" : senderMetadata.adloadtype,
              "hasAds" : senderMetadata.hasAds
          };
window.nolSDKInstance.ggPM('loadmetadata', metadata);
//// updateOTT
sessionId = senderMetadata.kGCKMetadataNlsKeyNUID?senderMetadata.kGCKMetadataNlsKeyNUID:senderMetadata.kGCKMetadataNlsKeyDeviceID;

var contentMetadataObject ={
                        type: "content",
                        ottStatus: "1",
                        ottType: "casting",
                        ottDevice: "chromecast",
                        ottDeviceName: "Google Chromecast",
                        ottDeviceID: sessionId,
                        ottDeviceManufacturer: "Google",
                        ottDeviceModel: "ChromeCastModel",
                        ottDeviceVersion: "1.0.0", 
    kGCKMetadataNlsKeyOptout : (["1",true,1,"true"].indexOf(senderMetadata.kGCKMetadataNlsKeyOptout)>=0)?true:false,
                        kGCKMetadataNlsKeyDeviceID : sessionId
                  };
window.nolSDKInstance.ggPM('updateOTT', contentMetadataObject);
//// play
// play
window.nolSDKInstance.ggPM('play',Math.round(event.path[0].currentTime));
//// setPlayheadPosition
// setPlayheadPosition
window.nolSDKInstance.ggPM('setPlayheadPosition',Math.round(event.path[0].currentTime));
//// pause
// pause
window.nolSDKInstance.ggPM('pause',Math.round(event.path[0].currentTime));
//// stop
// stop
window.nolSDKInstance.ggPM('stop',Math.round(event.path[0].currentTime));
//// end
// end
window.nolSDKInstance.ggPM('end',Math.round(event.path[0].currentTime));
//// onLoad
sampleplayer.CastPlayer.prototype.onLoad_ = function(event) {

var senderMetadata = event.data.media.metadata,
	    
sessionId =senderMetadata.kGCKMetadataNlsKeyDeviceID;

  this.cancelDeferredPlay_('new media is loaded');
  this.load(new cast.receiver.MediaManager.LoadInfo( (event.data),  event.senderId));
	var contentMetadata = {
         	      "assetid" : senderMetadata.assetid,
              "type" : senderMetadata.type,
              "program" : senderMetadata.program,
              "title" : senderMetadata.title,
              "length" : senderMetadata.length,
              "mediaUrl" : senderMetadata.mediaUrl,
              "airdate" : senderMetadata.airdate,
              "isfullepisode" : senderMetadata.isfullepisode,
              "crossId1" : senderMetadata.crossId1,
              "nol_c1" : senderMetadata.nol_c1,
              "nol_c2" : senderMetadata.nol_c2,
              "segB" : senderMetadata.segB,
              "segC" : senderMetadata.segC,
              "adloadtype" : senderMetadata.adloadtype,
              "hasAds" : senderMetadata.hasAds
	};

      window.nolSDKInstance.ggPM('loadmetadata', contentMetadata);
	  
	   var ottMetadataObject ={
			ottStatus: "1",
			ottType: "casting",
			ottDevice: "chromecast",
			ottDeviceName: "Google Chromecast",
			ottDeviceID: sessionId,
			ottDeviceManufacturer: "Google",
			ottDeviceModel: "ChromeCastModel",
			ottDeviceVersion: "1.0.0", 
			kGCKMetadataNlsKeyOptout : senderMetadata.kGCKMetadataNlsKeyOptout,
		              kGCKMetadataNlsKeyDeviceID : sessionId	
		  };

window.nolSDKInstance.ggPM('updateOTT', ottMetadataObject);};
