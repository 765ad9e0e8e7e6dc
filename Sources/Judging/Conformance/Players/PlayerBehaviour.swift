import TimedMetadata

/// A behaviour in which players differ.
enum PlayerBehaviour: Sendable, Hashable {
  // How players read PAT and PMT.

  /// Reads only the first entry of the PAT as a program.
  case readsFirstAssociation
  /// Reads the ID3 tags of the first program whose PMT declares an ID3 stream.
  case readsFirstProgramWithID3
  case readsMapOfOnePacket
  /// Ignores a PMT with a wrong CRC.
  case requiresMapChecksum
  /// Requires a PMT that declares the PID. With `keepsPackets`, the PMT may come after the packets.
  case requiresDeclaration(keepsPackets: Bool)
  /// Requires stream_type 0x15.
  case requiresMetadataType
  case requiresMetadataDescriptor
  case requiresMetadataPointer
  /// Reads the first PID of stream_type 0x15 in the PMT.
  case readsFirstPID
  /// Reads the lowest PID of stream_type 0x15 in the PMT.
  case readsLowestPID
  /// Always uses the PID that the first PMT declared.
  case keepsFirstPID
  /// Ignores the entries of the PMT after an entry with this `stream_type`.
  case stopsAtType(UInt8)
  /// Requires audio or video packets of one of these `stream_type` values in the program.
  case requiresMedia(Set<UInt8>)
  case requiresAudio

  /// Uses a PMT that is not yet in force (current_next_indicator 0).
  case readsNextMap
  /// Stops playback at a PMT that is not yet in force (current_next_indicator 0).
  case stopsAtNextMap
  /// Skips the first PAT and the first PMT if their `pointer_field` is not 0.
  case skipsFirstStuffedTables

  // How players read packets and PES packets.

  /// Reads only packets of 188 bytes.
  case requiresPlainPackets
  /// Reads only packets of 188 bytes, except in HLS.
  case requiresPlainPacketsOutsideHLS
  /// Expects packets at multiples of 188 bytes until the end of the segment.
  case keepsStride
  /// Stops playback after more than this number of bytes without a packet.
  case stopsAfterSkipping(Int)
  /// Outside HLS, drops a packet as a duplicate if it repeats the previous continuity counter.
  case dropsRepeatedCounter
  /// Drops a PES packet without a PTS.
  case requiresPTS
  case stopsWithoutPTS
  case takesZeroForNoPTS
  /// Drops a PES packet without data_alignment_indicator.
  case requiresAlignment
  /// Drops a PES packet that is shorter than its declared length.
  case dropsShortPES
  /// Ends a PES packet at its declared length, or at the next PES packet if that length is 0 or too large.
  case endsByDeclaredLength
  /// Requires the first packet of a tag to hold all ten bytes of the tag header, or none.
  case requiresHeaderInOnePacket
  /// Reads each PES packet separately, and does not join split tags.
  case joinsNoPES
  /// Starts a new tag at a PES packet with data_alignment_indicator, and appends other PES packets to the preceding
  /// tag.
  case joinsUnalignedPES
  /// Joins no PES packets if the first has fewer than the ten bytes of the tag header.
  case requiresHeaderInFirstPES
  case splitsAtSegments
  /// Completes a cut tag with the next PES packets, until a PES packet has data_alignment_indicator.
  case resumesAtAlignment
  /// Reads only the first tag of a PES packet or event message.
  case readsOneTag
  /// Requires the tag to begin at the first byte of the PES payload or of the message data.
  case requiresTagAtStart
  case requiresWholeTag
  /// Requires the whole tag in a PES packet. In an event message, the tag may end after the owner.
  case requiresWholeTagInPES
  /// Reads an optional PES header in packets of stream_id 0xBF, which have no such header.
  case misreadsPrivateStream2
  /// Requires stream_id 0xBD.
  case requiresPrivateStream1

  // How players time tags.

  /// Outside DASH, follows the time stamps of tags in this carriage until the next declared
  /// discontinuity. Tags appear too early after a step back, and too late after a jump.
  case followsPTS(Carriage)
  case followsPTSInSegment
  /// Drops tags before presentation time 0.
  case dropsNegativeTimes

  // How players read packed audio and event messages.

  /// Shows a tag in packed audio at the time of the preceding audio frame, unless the tag is at the start of a segment.
  case datesByPrecedingFrame

  /// Ignores ID3 tags in packed audio of these codecs.
  case ignoresPackedAudio(Set<PackedCodec>)
  /// In packed audio, reads only the ID3 tags at the start of a segment.
  case readsLeadingTags
  case takesSchemes(EventSchemes)
  case dropsMessageVersion0
  /// In HLS, wrongly subtracts the start of the media time from the time of a version 0 event message.
  case misplacesMessageVersion0
  /// Stops playback at an event message without a scheme, or with a version other than 0 and 1.
  case stopsAtInvalidMessage
  /// With an MPD, requires an InbandEventStream that matches the event message.
  case requiresInbandEventStream(InbandMatch)
  /// Drops an event if an earlier event with the same id has not ended.
  case dropsRepeatedIDs
  case ignoresMessages
  case ignoresMessagesInAudio
  case ignoresMessagesInHLS
  case ignoresAudioRenditions
  case playsDASHOnly
  case playsNoDASH

  // How players parse ID3 tags.

  case readsFrames
  /// Passes the bytes of the tag to the app: a damaged tag stays damaged.
  case passesBytesOn
  /// Finds the frames of the tag with a simplified scan.
  case scansFrames(FrameScan)
  /// Loses a tag with invalid UTF-8, and the tags after it in the segment. Stops playback if the tag is the last of its
  /// segment or is in an event message.
  case stopsAtInvalidText
  case dropsFooters
  /// Loses a tag with an unterminated PRIV owner, and the tags after it in the segment.
  case losesSegmentAtOpenOwner
  /// Reads the data of a PRIV frame as part of an unterminated owner.
  case damagesOpenOwner
  /// Drops a PRIV frame with an unterminated owner, or shows the frame without its owner.
  case dropsOpenOwner
  /// Recognizes a Nielsen tag only by its exact first bytes.
  case requiresCanonicalStart
  /// Removes the first five bytes of each tag on a PID of stream_type 0x15.
  case cutsHeaders
}

/// The schemes of event messages that a player accepts.
enum EventSchemes: Sendable, Hashable {
  case aomediaAndApple
  case aomedia
  /// Schemes that contain `/emsg/ID3` or `/emsg-ID3`, in upper or lower case.
  case pattern

  func take(_ scheme: String) -> Bool {
    switch self {
    case .aomediaAndApple: return scheme == EventScheme.aomedia || scheme == EventScheme.apple
    case .aomedia: return scheme == EventScheme.aomedia
    case .pattern:
      let lower = scheme.lowercased()
      return lower.contains("/emsg-id3") || lower.contains("/emsg/id3")
    }
  }
}

/// How a player compares an InbandEventStream with an event message.
enum InbandMatch: Sendable, Hashable {
  /// Any InbandEventStream enables event messages of every scheme.
  case nothing
  case scheme
  case schemeAndValue

  /// Whether the InbandEventStreams that an MPD declares enable an event stream.
  func accepts(_ event: DeclaredEvent, of declared: Set<DeclaredEvent>) -> Bool {
    switch self {
    case .nothing: !declared.isEmpty
    case .scheme: declared.contains { $0.scheme == event.scheme }
    case .schemeAndValue: declared.contains(event)
    }
  }
}
