// Written by `make rules` from the comments in Sources/Conformance/Rules: edit those.
extension RuleTexts {
  static let transport: [String: String] = [
    "ts-sync": #"""
    Every packet starts with a sync byte.

    Bytes that are not packets mean that something was cut, or written into the stream by mistake. What they
    stand for is lost; more than one percent of the input is an error. At its start and at its end, where a
    recorder may write something of its own, a tenth is tolerated with a warning. A recording that starts
    within a packet is usual: the rest of that packet is reported as information.
    """#,
    "ts-packet-size": #"""
    Packets have 188 bytes.

    Those of 192 begin with an arrival time, those of 204 end with parity. Both are read; not every player
    does, and a size that changes points to a splice of two recordings.
    """#,
    "ts-leading-id3": #"""
    ID3 tags come before the first packet of a transport stream.

    Some packagers put the time of a segment there. It does no harm to players that search for the first
    packet, and is junk to others.
    """#,
    "ts-continuity": #"""
    Continuity counters on ID3 and table PIDs count up by one.

    A jump means lost packets: a tag with a part missing is worthless to a player. A counter that does not
    count makes players drop every packet as a duplicate. What is lost of audio, video and the rest is
    reported once, as information. In the segments of a playlist steps of PAT and PMT only inform too: many
    packagers put tables with fixed counters at the start of each segment.
    """#,
    "ts-duplicate-packet": #"""
    No packet of the ID3 comes twice.

    One identical repeat is allowed, and dropped by correct readers; others put a piece of
    the tag in twice. A repeat with other content is not a repeat: a counter is wrong, or 15 packets are lost.
    """#,
    "ts-transport-error": #"""
    No packet of ID3 or tables has the transport error indicator.

    A demodulator sets it where it could not repair a packet: the content may be anything.
    """#,
    "ts-scrambled": #"""
    ID3 is in the clear.

    Players look for ID3 before any decryption, so a scrambled tag is a lost one.
    """#,
    "ts-pcr-on-metadata": #"""
    The program clock is not on the PID of the ID3.

    Tags come every ten seconds and a clock reference is due every 0.1 s. A player that drops the PID, or a
    packager that rewrites it, takes the clock away. A PCR PID on which no PCR comes is reported as information:
    players take the time from audio and video then, receivers in television sets do not.
    """#,
    "ts-pid-flood": #"""
    The number of PIDs and programs is within what can be followed.

    The tables are bounded: ID3 on the PIDs beyond is not read.
    """#,
    "ts-id3-pid-shared": #"""
    One PID carries the tags of several owners; they are listed with their rates.

    Encoders put segment tags, time stamps and Nielsen's tags into one ID3 stream. That is allowed: a
    receiver looks at the owner of each tag. One that takes any ID3 for Nielsen's counts too many, and one
    that expects nothing but Nielsen's tags finds too few. An owner with one or two tags is not listed.
    """#,
    "ts-program-missing-tags": #"""
    Where one program carries Nielsen tags, every program with video does.

    A program without tags beside others with tags has often lost its ID3 PID in a multiplexer. Programs of
    audio alone are compared only where one of them carries tags; otherwise they are listed as information.
    Programs without audio and video are left out, and so are those whose ID3 PID is declared and empty:
    `pmt-declared-empty` reports them.
    """#,
    "splice-malformed": #"""
    Sections of SCTE-35 can be read.

    A section whose CRC is wrong, or whose fields run past its end, is dropped by every splicer: the break
    that it announces does not take place.
    """#,
    "psi-missing": #"""
    A PAT and a PMT name every program with ID3.

    Without them a player does not know of the tags, nor of anything else.
    """#,
    "psi-crc": #"""
    The CRC-32 of PAT and PMT is right.

    A player drops a table with a wrong CRC, and with it what changed. A device that rewrites tables and not
    their CRC does this in every copy.
    """#,
    "psi-interval": #"""
    PAT and PMT come often enough.

    A player that joins can begin with the next PMT only. Twice a second is what broadcast asks for; in HLS
    once for each segment will do.
    """#,
    "pmt-stream-type": #"""
    ID3 has stream_type 0x15.

    Private data with a descriptor of ID3 says the same, but AVPlayer and hls.js look for metadata in PES.
    """#,
    "pmt-metadata-descriptor": #"""
    A metadata descriptor in the loop of the ID3 stream says that it is ID3.

    Its 13 bytes are fixed but for the service: FFFF 'ID3 ' FF 'ID3 ', service, 0F.
    """#,
    "pmt-metadata-pointer": #"""
    A metadata pointer descriptor in the program loop leads to the ID3 stream.

    Its 15 bytes name the program it stands in and the service of the metadata descriptor. FFmpeg never
    writes one, and few players ask for it.
    """#,
    "pmt-misplaced-descriptor": #"""
    The metadata descriptors stand in their own loops of the PMT.

    The pointer (0x25) belongs to the program, the descriptor (0x26) to the ID3 stream. Some packagers swap
    them, or their content.
    """#,
    "pmt-undeclared": #"""
    The PMT in force names the PID of the tags, before the first of them and to the last.

    A player drops packets of a PID it has not heard of, and with them the first tags. One that joins after
    the declaration went away sees no tag at all.
    """#,
    "pmt-declared-empty": #"""
    A PID that a PMT declares as ID3 carries something.

    An empty one points to an inserter that does not run, or a packager that drops what it declares.
    """#,
    "pmt-same-program": #"""
    ID3 is in the program of its audio or video.

    A player plays one program and never sees what is in another. A stream without any audio or video, such
    as a recording of the ID3 alone, does not fail this rule.
    """#,
    "pmt-unstable": #"""
    PID and stream_type of the ID3 stay from one discontinuity to the next.

    Players that took the PID from the first PMT never hear of the second. A version that changes with every
    copy of the same PMT is reported as information.
    """#,
    "pmt-pid": #"""
    ID3 has a PID of its own in the PMT, one that may carry a stream.

    A PID that is listed twice has two declarations, and each player follows another. PIDs below 0x10 are
    reserved for tables, and 0x1fff carries null packets, which every device may drop.
    """#,
    "pes-pts-missing": #"""
    Every PES packet that starts a tag has a PTS.

    Only the PTS says when a tag is due.
    """#,
    "pes-stream-id": #"""
    PES packets of the ID3 have stream_id 0xbd, private stream 1.

    The metadata stream, 0xfc, is right for metadata in access unit cells, which have a rule of their own.
    """#,
    "pes-mau-header": #"""
    No metadata access unit header comes before the tag.

    Players look for "ID3" at the first byte of the payload, and the header takes five.
    """#,
    "pes-alignment": #"""
    The data alignment indicator is set where a tag starts, and only there.

    media3 ignores a PES packet without it, and takes one that has it for the start of a tag.
    """#,
    "pes-length": #"""
    PES_packet_length is what came.

    0 stands for "until the next begins", which is allowed for video only: the tag is held back for ten
    seconds. Any other length cuts the tag, or makes the next one a part of it.
    """#,
    "pes-dts": #"""
    PES packets of the ID3 have no DTS.

    A tag is not decoded ahead of its time. The flags 01, a DTS without a PTS, are forbidden.
    """#,
    "pes-marker-bits": #"""
    The marker bits of the PTS are 1.

    They keep a time stamp from looking like a start code. Players do not test them; analyzers and strict
    multiplexers refuse the packet.
    """#,
    "pes-multiple-tags": #"""
    A PES packet carries one tag.

    Players that stop after the first lose the others.
    """#,
    "pes-split-tag": #"""
    A tag that a PES packet can hold stands in one.

    Only a tag of more than 65 535 bytes must continue in a second.
    """#,
    "pes-payload-start": #"""
    The payload of a PES packet starts with the tag.

    hls.js and mux.js look for ID3 at the first byte alone. Other data between the tags loses none of them, and
    is a warning: these players log it as damaged.
    """#,
    "pes-empty": #"""
    No PES packet on the PID of the ID3 is empty or filled with zeros.

    Some inserters keep the PID busy with such packets. Older releases of ExoPlayer stop on them.
    """#,
    "ffmpeg-stripped-header": #"""
    Tags have the first bytes of their headers.

    FFmpeg 5 and older take the first five bytes of every tag for a header and drop them, also when they only
    copy. No player knows such a tag for one. We put the header back and judge the rest.
    """#,
  ]
}
