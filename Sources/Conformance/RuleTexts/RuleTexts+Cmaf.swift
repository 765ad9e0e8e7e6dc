// Written by `make rules` from the comments in Sources/Conformance/Rules: edit those.
extension RuleTexts {
  static let cmaf: [String: String] = [
    "emsg-version": #"""
    Event messages have version 1 in AOM's scheme, and 0 or 1 in Nielsen's.

    The time of a version 0 message counts from a segment that players of HLS do not know: they drop it,
    and one crashed.
    """#,
    "emsg-scheme": #"""
    Scheme and value of an event message are a pair that players know.

    Players take messages by their scheme. A tag in another one is skipped, whatever it holds. Nielsen's own
    scheme is that of DASH: players of HLS do not look for it.
    """#,
    "emsg-message-data": #"""
    message_data is one whole tag and nothing else.

    Players parse it as ID3 from its first byte. In Nielsen's scheme it is the 271 bytes of the tag as they
    left the encoder.
    """#,
    "emsg-malformed": #"""
    The boxes of fragmented MP4 can be read: their sizes fit, their strings end.

    A player loses everything after a broken box. An input or segment that merely ends within a box is for
    `tag-truncated` or `hls-segment-cut`.
    """#,
    "emsg-position": #"""
    Event messages are at the top level before moof, not in the initialization section.

    Players look for them between the start of a segment and its fragment. In front of ftyp they make the
    file unreadable for some; after the last mdat of a segment they are read too late, or not at all.
    """#,
    "emsg-time-range": #"""
    The time of an event lies in the fragment that carries it.

    A player that reads the fragment when its time has come finds the event too late, or shows it at the
    wrong moment. The time is the one that the message asks for, however far off.
    """#,
    "emsg-timescale": #"""
    The timescale of an event message is not 0, and usually that of the track.

    With 0 no time can be computed. Another timescale than the track's is allowed; few packagers write it,
    and few players were tried with it.
    """#,
    "emsg-duration": #"""
    event_duration is unknown, or 0.

    A tag is about a moment. Another duration is allowed; some players keep the event for so long.
    """#,
    "emsg-id-reuse": #"""
    An event's scheme, value and id stand for one content.

    A player takes a second event with the same three for a repeat of the first, and drops it.
    """#,
    "emsg-duplicate": #"""
    Events that come again in further fragments.

    A repeat is allowed, and lets players that join in find the event. One that does not compare ids shows
    it twice.
    """#,
    "emsg-brand": #"""
    The brand aid3 is named where AOM's scheme is used.

    It announces ID3 to a player before the first event.
    """#,
    "event-track-read": #"""
    Event tracks can be read; tags that are in them are reported.

    An event track (handler meta, sample entry evte) has events as its samples. Cloud encoders write one for
    the packager, which makes event messages of it: players do not look for tags there. A sample that
    cannot be read, or that the movie fragment puts outside of the media data, is lost for the packager too.
    """#,
    "event-track-empty": #"""
    An event track of ID3 is not empty for long.

    A track with nothing but empty samples (emeb) is well-formed, so nothing else shows that the encoder has
    stopped to insert tags. Times below a minute are not noticed. A track whose sample entry names no scheme,
    and that had no event at all, may be meant for something else: it only informs. Tracks of other schemes,
    such as SCTE-35, are not judged.
    """#,
    "event-track-duration": #"""
    event_duration in an event track is unknown, or 0.

    The mapping of ID3 asks for FFFFFFFF (unknown) in event messages; a change that is still open asks for
    0 in event tracks. Both are accepted. With another duration the event is repeated in every sample of
    its time, and a packager may hand it on each time.
    """#,
    "mpd-inband-event": #"""
    The MPD declares scheme and value of the events.

    A client of DASH drops events whose pair no InbandEventStream of its MPD names.
    """#,
    "mpd-inband-value": #"""
    An InbandEventStream of an AdaptationSet says what the events in its media say.

    A client of DASH compares scheme and value letter by letter. Where an AdaptationSet declares ID3 under another
    scheme or value than its event messages have, the client drops these, although the MPD looks complete.
    """#,
    "mpd-period-loses-inband": #"""
    An AdaptationSet that declares ID3 events in one Period declares them in the next ones, too.

    Each Period declares its event messages anew. After a Period without an InbandEventStream clients of DASH drop
    the events that go on in the media. Without such events it is a warning, where the AdaptationSet says that it
    goes on with one of an earlier Period; a Period of other content need not declare any.
    """#,
    "emsg-missing-in-representation": #"""
    All Representations of an AdaptationSet carry the same events at the same time.

    A client of DASH changes the Representation with the bandwidth, and takes events from the segments that it
    happens to load: it misses those that are in others only. Scheme, value and content of the messages are
    compared, not their ids. Events in segments that could not be read are not missed.
    """#,
    "mpd-clock-moved": #"""
    All versions of a dynamic MPD have one availabilityStartTime.

    It is where time 0 of the presentation stands on the wall clock. Players that keep the first one ask for segments
    too early or too late when it moves; those that take the new one jump. Times of the day go by the first one here.
    """#,
  ]
}
