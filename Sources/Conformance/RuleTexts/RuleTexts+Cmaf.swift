// Written by `make rules` from the comments in Sources/Conformance/Rules: edit those.
extension RuleTexts {
  static let cmaf: [String: String] = [
    "emsg-version": #"""
    Event messages have version 1 in AOM's scheme, and 0 or 1 in Nielsen's.

    The time of a version 0 message is relative to a segment start that HLS players do not know:
    they drop the message, and one player crashed.
    """#,
    "emsg-scheme": #"""
    Scheme and value of an event message are a pair that players know.

    Players select messages by their scheme. A tag in another scheme is skipped, also when its
    content is right. Nielsen's own scheme is for DASH: HLS players do not look for it.
    """#,
    "emsg-message-data": #"""
    message_data is one whole tag and nothing else.

    Players parse it as ID3 from its first byte. In Nielsen's scheme it is the 271 bytes of the tag
    as the encoder wrote them.
    """#,
    "emsg-malformed": #"""
    The boxes of fragmented MP4 can be read: their sizes fit, their strings end.

    A player loses everything after a broken box. An input or segment that only ends within a box is
    reported by `tag-truncated` or `hls-segment-cut`.
    """#,
    "emsg-position": #"""
    Event messages are at the top level before moof, not in the initialization section.

    Players look for them between the start of a segment and its fragment. Before ftyp they make the
    file unreadable for some players; after the last mdat of a segment they are read too late, or
    not at all.
    """#,
    "emsg-time-range": #"""
    The time of an event lies in the fragment that carries it.

    A player that reads the fragment when it is due finds the event too late, or shows it at the
    wrong time. The time is the one in the message, at any distance.
    """#,
    "emsg-timescale": #"""
    The timescale of an event message is not 0, and usually that of the track.

    With 0 no time can be computed. A timescale other than the track's is allowed, but few packagers
    write it, and few players were tested with it.
    """#,
    "emsg-duration": #"""
    event_duration is unknown, or 0.

    A tag applies to one moment. Another duration is allowed; some players keep the event active for
    that time.
    """#,
    "emsg-id-reuse": #"""
    An event's scheme, value and id identify one content.

    A player treats a second event with the same three as a repeat of the first, and drops it.
    """#,
    "emsg-duplicate": #"""
    Events are repeated in later fragments.

    A repeat is allowed, and lets players that join later find the event. A player that does not
    compare ids shows it twice.
    """#,
    "emsg-brand": #"""
    The brand aid3 is named where AOM's scheme is used.

    It announces ID3 to a player before the first event.
    """#,
    "event-track-read": #"""
    Event tracks can be read; the tags in them are reported.

    An event track (handler meta, sample entry evte) has events as its samples. Cloud encoders write
    one for the packager, which converts it to event messages: players do not look for tags there. A
    sample that cannot be read, or that the movie fragment puts outside the media data, is also lost
    for the packager.
    """#,
    "event-track-empty": #"""
    An event track of ID3 is not empty for long.

    A track with only empty samples (emeb) is valid, so no other rule shows that the encoder has
    stopped inserting tags. Times below a minute are not reported. A track whose sample entry names
    no scheme, and that had no event, may have another purpose: this is reported as information.
    Tracks of other schemes, such as SCTE-35, are not judged.
    """#,
    "event-track-duration": #"""
    event_duration in an event track is unknown, or 0.

    The mapping of ID3 requires FFFFFFFF (unknown) in event messages; an amendment that is still
    open requires 0 in event tracks. Both are accepted. With another duration the event is repeated
    in every sample of its time, and a packager may pass it on each time.
    """#,
    "mpd-inband-event": #"""
    The MPD declares scheme and value of the events.

    A DASH client drops events whose scheme and value are in no InbandEventStream of the MPD.
    """#,
    "mpd-inband-value": #"""
    An InbandEventStream of an AdaptationSet declares the scheme and value of the events in its
    media.

    A DASH client compares scheme and value exactly. If an AdaptationSet declares ID3 under another
    scheme or value than its event messages have, the client drops the messages, although the MPD
    looks complete.
    """#,
    "mpd-period-loses-inband": #"""
    An AdaptationSet that declares ID3 events in one Period also declares them in later ones.

    Each Period declares its own event messages. In a Period without an InbandEventStream, DASH
    clients drop the events in the media. Without such events it is a warning, if the AdaptationSet
    declares that it continues one of an earlier Period; a Period of other content need not declare
    any.
    """#,
    "mpd-event-adaptation-set": #"""
    An AdaptationSet that carries events declares them, and not another one alone.

    A client of DASH looks for events in the segments of the AdaptationSet whose InbandEventStream names them. Where that
    is an AdaptationSet without such events, it drops those of the others, although the MPD declares them. Several
    AdaptationSets may carry the same events: one of them has to declare them.
    """#,
    "emsg-missing-in-representation": #"""
    All Representations of an AdaptationSet carry the same events at the same time.

    A DASH client changes the Representation with the bandwidth, and reads events from the segments
    that it loads: it misses events that are only in others. Scheme, value and content of the
    messages are compared, not their ids. Events in segments that could not be read do not count as
    missing.
    """#,
    "mpd-clock-moved": #"""
    All versions of a dynamic MPD have one availabilityStartTime.

    It is the wall-clock time of presentation time 0. If it changes, players that keep the first
    value request segments too early or too late, and those that use the new one jump. Times of day
    go by the value of the version that first listed a segment or an event.
    """#,
    "mpd-clock-drift": #"""
    The clocks of a live DASH presentation agree: UTCTiming, availabilityStartTime with the newest
    segment, and the Date of the server.

    Players request segments by UTCTiming, or by Date where there is none. More than 10 s apart, one
    player requests segments that are not there yet and another starts far from the live edge; tags
    are shown at the wrong time of day. Manifests that are read again are compared, with the Date and
    Age of their answers.
    """#,
  ]
}
