// Written by `make rules` from the comments in Sources/Conformance/Rules: edit those.
extension RuleTexts {
  static let tag: [String: String] = [
    "tag-present": #"""
    The input contains a Nielsen tag.

    Without one nothing is measured, and the verdict is `absent`. An input that was not read to its
    end is not judged, nor is one of less than 30 s: tags are some ten seconds apart, and a segment
    without one proves nothing. Tags that are cut, or whose owner is spelled differently, do not
    count: receivers do not find them.
    """#,
    "tag-count": #"""
    The number of DATA tags fits the length of the content.

    A tag is made for about ten seconds of watermarked audio. Far fewer tags mean that large parts
    carry no watermark or that tags are lost, even where no single gap is long. Time that could not
    be read does not count.
    """#,
    "tag-layout": #"""
    A payload has 249 characters in seven fields, with digits in the numeric fields.

    Receivers reject a payload that is cut or has a field of another length. `tag-encoding` checks
    whether the CIDs and the blob decode.
    """#,
    "tag-encoding": #"""
    CIDs and blob are padded base64url of 16, 16 and 125 bytes.

    A device that treats them as base64, or as part of a URL, changes `-` and `_` or removes the
    padding; the result cannot be decrypted.
    """#,
    "tag-header": #"""
    The header of the tag and that of its frame, 20 bytes, are those of every Nielsen tag.

    Some receivers recognise a Nielsen tag by exactly these bytes and ignore any other. If the tag
    has no PRIV frame with the payload as its owner, every receiver ignores it, and that is an
    error.
    """#,
    "tag-trailer": #"""
    The owner of the PRIV frame ends with NUL, and its private data is one byte, the letter A.

    Without the NUL, receivers read past the payload. The byte after it is part of the tag's format.
    """#,
    "tag-extra-frames": #"""
    The PRIV frame is alone in its tag.

    A receiver that reads only the first frame, or the first PRIV frame, may find another owner's.
    """#,
    "tag-truncated": #"""
    Tags have the size they declare.

    Receivers drop a tag with a part missing. The cause is packet loss, or a device that cuts tags.
    A tag cut by the end of the input is reported as information, and not judged; so is an input
    that ends within an MP4 box, such as an interrupted download.
    """#,
    "tag-trailing-bytes": #"""
    Only zeros follow a tag.

    Other bytes are the remains of another tag, often an overwritten one, and confuse receivers.
    """#,
    "tag-checksum": #"""
    The checksum in the blob is that of the blob.

    The checksum is correct in every public payload. Where it is wrong, something changed the
    payload after it was made, and its fields are not reliable.
    """#,
    "tag-type": #"""
    The type byte of the blob is 01 or 02.

    No other type has been published. A tag of another type with a correct checksum should be
    investigated.
    """#,
    "tag-sequence": #"""
    The sequence numbers of DATA and INFO tags count up by one together.

    A missing number is a tag that was made and did not arrive. The byte order of the numbers is not
    published: the order in which they count up is used. Tags in segments that could not be read do
    not count as missing.
    """#,
    "tag-duplicate": #"""
    No tag comes twice in a stream, byte by byte.

    A tag that is delivered twice is counted twice, or makes receivers distrust the stream. A tag is
    compared with those of about an hour before it.
    """#,
    "tag-breakout": #"""
    The breakout code is 00.

    Codes for regional breakouts are no longer used; receivers expect 00.
    """#,
    "tag-offset-null-cid": #"""
    Where a CID is null its offset is 00000.

    An offset counts from the start of a source's broadcast day. Without a source it has no meaning,
    and the tag contradicts itself.
    """#,
    "tag-offset-range": #"""
    An offset is at most a day.

    Offsets start again with every broadcast day, which has 86 400 seconds, or an hour more when the clocks
    change.
    """#,
    "tag-null-cids": #"""
    DATA tags name a source.

    Both CIDs are null for some seconds after a start or a change of source. When they stay null, no
    source gets credit for what is heard.
    """#,
    "tag-cid-change": #"""
    Reports when a CID changes.

    A source keeps its CID for a broadcast day, so a change means another source, or the next day.
    """#,
    "tag-cid-alternation": #"""
    A CID does not change back and forth.

    A source keeps its CID, so alternating CIDs mean two inserters in one stream, or an input that
    switches between two sources. One advertisement between two parts of a programme does not count:
    the first CID must be replaced twice within the limit. Nor does a change where the playlist
    declares a discontinuity.
    """#,
    "tag-cid-conflict": #"""
    The PIDs of one program carry the same CIDs.

    Two inserters that work on one program see the same audio, and so the same source. If two PIDs
    have different CIDs, it depends on the player which source is measured. A source that changes on
    one PID sooner than on the other is not reported: CIDs must differ for longer than the limit.
    """#,
    "tag-stale-elemental-timestamp": #"""
    Time stamps of AWS Elemental encoders show the time of the content.

    These encoders write the time of day into a PRIV or TDRL frame. Where it is far from the clock of the
    presentation, the tag was in the input already: another encoder made it, and this one passed it on. Players
    that synchronise by it are off by as much.
    """#,
  ]
}
