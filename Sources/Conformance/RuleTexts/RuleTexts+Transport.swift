// Written by `make rules` from the comments in Sources/Conformance/Rules: edit those.
extension RuleTexts {
  static let transport: [String: String] = [
    "ts-sync": #"""
    Every packet starts with a sync byte.

    Bytes that are not packets mean that the stream was cut, or that other data was written into it.
    The packets in their place are lost; more than one percent of the input is an error. At the
    start and at the end, where a recorder may write its own data, a tenth is tolerated with a
    warning. Recordings often start within a packet: the rest of that packet is reported as
    information.
    """#,
    "ts-packet-size": #"""
    Packets have 188 bytes.

    Packets of 192 bytes begin with an arrival time, those of 204 end with parity. Both are read
    here, but not by every player. A size that changes indicates two joined recordings.
    """#,
    "ts-leading-id3": #"""
    ID3 tags come before the first packet of a transport stream.

    Some packagers put the time of a segment there. It is harmless to players that search for the
    first packet, but others cannot parse it.
    """#,
    "ts-continuity": #"""
    Continuity counters on ID3 and table PIDs count up by one.

    A jump means lost packets: a tag with a part missing is worthless to a player. A counter that
    does not advance makes players drop every packet as a duplicate. Losses on other PIDs, such as
    audio and video, are reported once, as information. In the segments of a playlist, jumps on PAT
    and PMT are also only information: many packagers put tables with fixed counters at the start of
    each segment.
    """#,
    "ts-duplicate-packet": #"""
    No packet of the ID3 comes twice.

    One identical repeat is allowed, and dropped by correct readers; others use part of the tag
    twice. A packet with the same counter and other content is not a repeat: a counter is wrong, or
    15 packets are lost.
    """#,
    "ts-transport-error": #"""
    No packet of ID3 or tables has the transport error indicator.

    A demodulator sets it where it could not repair a packet: the content may be anything.
    """#,
    "ts-scrambled": #"""
    ID3 is in the clear.

    Players look for ID3 before any decryption, so a scrambled tag is lost.
    """#,
    "ts-pcr-on-metadata": #"""
    The program clock is not on the PID of the ID3.

    Tags come every ten seconds, but a clock reference is due every 0.1 s. A player that drops the
    PID, or a packager that rewrites it, removes the clock. A PCR PID without a PCR is reported as
    information: players then take the time from audio and video, receivers in television sets do
    not.
    """#,
    "ts-pid-flood": #"""
    The number of PIDs and programs is within the limits of the reader.

    The tables of the reader are bounded: ID3 on further PIDs is not read.
    """#,
    "ts-id3-pid-shared": #"""
    One PID carries the tags of several owners; they are listed with their rates.

    Encoders put segment tags, time stamps and Nielsen's tags into one ID3 stream. That is allowed:
    a receiver must check the owner of each tag. One that treats all ID3 as Nielsen's counts too
    many tags, and one that expects only Nielsen's tags finds too few. An owner with one or two tags
    is not listed.
    """#,
    "ts-program-missing-tags": #"""
    If one program carries Nielsen tags, every program with video does.

    A program without tags beside others with tags has often lost its ID3 PID in a multiplexer. Programs of
    audio alone are compared only where one of them carries tags; otherwise they are listed as information.
    Programs without audio and video are left out, and so are those whose ID3 PID is declared and empty:
    `pmt-declared-empty` reports them.
    """#,
    "splice-malformed": #"""
    Sections of SCTE-35 can be read.

    Every splicer drops a section whose CRC is wrong, or whose fields run past its end: the break
    that it announces does not take place.
    """#,
    "psi-missing": #"""
    A PAT and a PMT name every program with ID3.

    Without them a player finds neither the tags nor the media.
    """#,
    "psi-crc": #"""
    The CRC-32 of PAT and PMT is correct.

    A player drops a table with a wrong CRC, and with it any change. A device that rewrites tables
    but not their CRC makes this fault in every copy.
    """#,
    "psi-interval": #"""
    PAT and PMT come often enough.

    A player that joins can only start at the next PMT. Broadcast requires them twice a second; in
    HLS once per segment is enough.
    """#,
    "pmt-stream-type": #"""
    ID3 has stream_type 0x15.

    Private data with an ID3 descriptor means the same, but AVPlayer and hls.js look for metadata in
    PES.
    """#,
    "pmt-metadata-descriptor": #"""
    A metadata descriptor in the loop of the ID3 stream says that it is ID3.

    Its 13 bytes are fixed except for the service: FFFF 'ID3 ' FF 'ID3 ', service, 0F.
    """#,
    "pmt-metadata-pointer": #"""
    A metadata pointer descriptor in the program loop points to the ID3 stream.

    Its 15 bytes name its program and the service of the metadata descriptor. FFmpeg never writes
    one, and few players require it.
    """#,
    "pmt-misplaced-descriptor": #"""
    The metadata descriptors are in the correct loops of the PMT.

    The pointer (0x25) belongs to the program, the descriptor (0x26) to the ID3 stream. Some packagers swap
    them, or their content.
    """#,
    "pmt-undeclared": #"""
    The PMT in force names the PID of the tags, before the first of them and to the last.

    A player drops packets of an undeclared PID, and with them the first tags. One that joins after
    the declaration was removed sees no tag at all.
    """#,
    "pmt-declared-empty": #"""
    A PID that a PMT declares as ID3 is not empty.

    An empty PID indicates an inserter that is not running, or a packager that drops the tags.
    """#,
    "pmt-same-program": #"""
    ID3 is in the program of its audio or video.

    A player plays one program and never sees another one's data. A stream without any audio or
    video, such as a recording of the ID3 alone, does not fail this rule.
    """#,
    "pmt-unstable": #"""
    PID and stream_type of the ID3 stay from one discontinuity to the next.

    Players that took the PID from the first PMT ignore later ones. A version that changes with
    every copy of the same PMT is reported as information.
    """#,
    "pmt-pid": #"""
    ID3 has its own PID in the PMT, in the range allowed for streams.

    A PID that is listed twice has two declarations, and players differ in which one they use. PIDs
    below 0x10 are reserved for tables, and 0x1fff carries null packets, which every device may
    drop.
    """#,
    "pes-pts-missing": #"""
    Every PES packet that starts a tag has a PTS.

    Only the PTS says when a tag is due.
    """#,
    "pes-stream-id": #"""
    PES packets of the ID3 have stream_id 0xbd, private stream 1.

    The metadata stream, 0xfc, is correct for metadata in access unit cells, which `pes-mau-header`
    judges.
    """#,
    "pes-mau-header": #"""
    No metadata access unit header comes before the tag.

    Players look for "ID3" at the first byte of the payload, and the header takes five.
    """#,
    "pes-alignment": #"""
    The data alignment indicator is set where a tag starts, and only there.

    media3 ignores a PES packet without it, and treats one that has it as the start of a tag.
    """#,
    "pes-length": #"""
    PES_packet_length is the length of the packet.

    0 means "until the next packet begins", and is allowed for video only: a player then holds the
    tag back for ten seconds. A wrong length cuts the tag, or makes the next one part of it.
    """#,
    "pes-dts": #"""
    PES packets of the ID3 have no DTS.

    A tag is not decoded ahead of its time. The flags 01, a DTS without a PTS, are forbidden.
    """#,
    "pes-marker-bits": #"""
    The marker bits of the PTS are 1.

    They keep a time stamp from looking like a start code. Players do not test them; analyzers and
    strict multiplexers reject the packet.
    """#,
    "pes-multiple-tags": #"""
    A PES packet carries one tag.

    Players that stop after the first lose the others.
    """#,
    "pes-split-tag": #"""
    A tag that fits into one PES packet is in one.

    Only a tag of more than 65 535 bytes must continue in a second packet.
    """#,
    "pes-payload-start": #"""
    The payload of a PES packet starts with the tag.

    hls.js and mux.js look for ID3 only at the first byte. Other data between tags causes no loss
    and is a warning: these players log it as damaged.
    """#,
    "pes-empty": #"""
    No PES packet on the PID of the ID3 is empty or filled with zeros.

    Some inserters fill the PID with such packets. Older releases of ExoPlayer stop at them.
    """#,
    "ffmpeg-stripped-header": #"""
    Tags have the first bytes of their headers.

    FFmpeg 5 and older treat the first five bytes of every tag as a header and drop them, even when
    they only copy. No player recognises such a tag. `check` restores the header and judges the
    rest.
    """#,
  ]
}
