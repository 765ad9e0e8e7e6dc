// Written by `make rules` from the comments in Sources/Conformance/Rules: edit those.
extension RuleTexts {
  static let tag: [String: String] = [
    "tag-present": #"""
    There is a Nielsen tag at all.

    Without one nothing is measured, and the verdict is `absent`. An input that was not read to its end
    cannot show it, nor can one of less than 30 s: tags are some ten seconds apart, and a segment without
    one proves nothing. Tags that are cut, or have their owner in other letters, are none: no receiver finds
    them.
    """#,
    "tag-count": #"""
    There are as many DATA tags as the length of the content asks for.

    A tag is made for about ten seconds of watermarked audio. Far fewer mean that large parts carry no
    watermark or that tags are lost, even where no single gap is long. What could not be read does not count.
    """#,
    "tag-layout": #"""
    A payload has 249 characters in seven fields, with digits where digits belong.

    Receivers refuse a payload that is cut, or has a field of another length, as a whole. Whether the CIDs
    and the blob decode is for `tag-encoding` to say.
    """#,
    "tag-encoding": #"""
    CIDs and blob are padded base64url of 16, 16 and 125 bytes.

    A device that takes them for base64, or for part of a URL, changes `-` and `_` or cuts the padding,
    and what is left cannot be decrypted.
    """#,
    "tag-header": #"""
    The header of the tag and that of its frame, 20 bytes, are those of every Nielsen tag.

    Some receivers know a Nielsen tag by exactly these bytes and overlook any other. Where they leave no PRIV
    frame with the payload as its owner every receiver does, and that is an error.
    """#,
    "tag-trailer": #"""
    The owner of the PRIV frame ends with NUL, and its private data is one byte, the letter A.

    Without the NUL receivers read past the payload; the byte after it belongs to the form of the tag.
    """#,
    "tag-extra-frames": #"""
    The PRIV frame is alone in its tag.

    A receiver that takes the first frame, or the first PRIV frame, for Nielsen's may find another.
    """#,
    "tag-truncated": #"""
    Tags have the size they declare.

    Receivers drop a tag with a part missing. The cause is packet loss, or a device that cuts tags. A tag
    that the end of the input cuts is reported as information, and not judged; so is an input that ends within
    a box of MP4, such as a download that was broken off.
    """#,
    "tag-trailing-bytes": #"""
    Only zeros follow a tag.

    Other bytes are the ruins of another tag, or of one that was written over, and confuse receivers.
    """#,
    "tag-checksum": #"""
    The checksum in the blob is that of the blob.

    The sum fits every public payload. Where it does not, something changed the payload after it was made,
    and what it says cannot be relied on.
    """#,
    "tag-type": #"""
    The type byte of the blob is 01 or 02.

    No other type has been published. A tag of another type whose checksum is right is worth a look.
    """#,
    "tag-sequence": #"""
    The sequence numbers of DATA and INFO tags count up by one together.

    A missing number is a tag that was made and did not arrive. The byte order of the numbers is not
    published: the one in which they count up is taken. Tags in segments that could not be read are not
    missing.
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

    An offset counts from the start of a source's broadcast day. Without a source it means nothing, and
    the tag contradicts itself.
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
    Tells when a CID changes.

    A source keeps its CID for a broadcast day, so a change means another source, or the next day.
    """#,
    "tag-cid-alternation": #"""
    A CID does not change back and forth.

    A source keeps its CID, so two CIDs in turn are two inserters in one stream, or an input that switches
    between two sources. One advertisement between two parts of a programme is not such a case: the first CID
    has to be replaced twice within the limit. Nor is a change where the playlist declares a discontinuity.
    """#,
    "tag-cid-conflict": #"""
    The PIDs of one program carry the same CIDs.

    Two inserters that work on one program see the same audio, and so the same source. With other CIDs on
    another PID it depends on the player which of the two sources is measured. A source that changes on one
    PID sooner than on the other is not reported: CIDs have to differ for longer than the limit.
    """#,
  ]
}
