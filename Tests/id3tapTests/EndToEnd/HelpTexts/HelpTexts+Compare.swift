// Help texts keep their own line lengths.
// swift-format-ignore-file: LineLength

extension HelpTexts {
  static let compare = #"""
    OVERVIEW: Compare the pings that an app sent with those it should have sent.

    The first input is what is expected: a stream, which is played through the
    engine as 'id3tap pings' does, a scenario without tags, or pings. The second is
    what the app sent. Pings are rows of 'id3tap pings', URLs one a line, or a
    capture: HAR, a Charles session as JSON or CSV, an access log, a database of
    'id3tap collect'.

    App sessions and pings are aligned by product, type, asset or content id,
    segment and time. What follows from device, clock, network and chance is not
    compared, nor the app's id, name and client as long as --app-info and --config
    do not tell them. Each difference is told with its likely cause. The exit code
    is 0 when there is none, 1 when there are, 2 when an input could not be read.

      id3tap compare recording.ts app.har
      id3tap compare --scenario pause.json recording.ts app.chlsj
      id3tap compare --ignore c12 --tolerance 10 expected.jsonl access.log

    USAGE: id3tap compare [<options>] <expected> <actual>

    ARGUMENTS:
      <expected>              What the app should have sent: a stream, a scenario
                              without tags, or pings.
            A file, a URL (http, https, udp, rtp, srt), or '-' for standard input.
      <actual>                The pings that the app sent: a capture.
            A file, a URL, or '-' for standard input.

    NETWORK OPTIONS:
      --header <name: value>  Send this header field with HTTP requests; may be
                              given several times.
            It is sent to the host of the input's URL only, since it may be a
            secret; Accept, Accept-Language, Origin, Referer and the like are sent
            to every host.
      --user-agent <text>     The User-Agent of HTTP requests. (default:
                              id3tap/0.1.0)
      --insecure              Accept any certificate.
      --allow-private         Let a public URL lead to loopback, link-local and
                              private addresses.
            Without it only inputs that are at such an address themselves lead to
            others.
      --allow-outside         Let a local playlist name files outside its folder,
                              and URLs.
      --timeout <seconds>     How long nothing may come from the network.
            Unless told otherwise 10 s over HTTP, 30 s of live feeds (udp, rtp,
            srt).
      --resource-timeout <seconds>
                              How long a playlist, a key or a segment may take over
                              HTTP, over all attempts.
            Unless told otherwise 60 s; a segment has as long as it comes at 64 KiB
            a second. Streams without an end have no such limit.

    PLAYING THE EXPECTED STREAM:
      --app-info <file|json>  What the app tells the engine about itself: a JSON
                              object, or a file that holds one.
      --config <file|url>     The engine's hosts, products, thresholds and
                              templates: a JSON file, laid over what is built in.
            Also an http or https URL of a server of your own.
      --scenario <file>       Play as this script says: ads, pauses, seeks, another
                              channel and so on.
            A JSON file; see SampleStreams/scenarios. Its playhead, channel and
            metadata take the place of the options; with "tags": "none" no input is
            needed.
      --playhead <playhead>   Whether playheads are seconds of the stream ('vod')
                              or times of the day ('live'). (values: vod, live;
                              default: vod)
      --start <time>          What the clock shows at the start, as Unix seconds or
                              like 2017-04-06T13:03:03Z.
            Unless told otherwise the tags say it.
      --ads                   Play the ad breaks that a playlist marks as ads.
            EXT-X-CUE-OUT and -IN, and date ranges with SCTE-35: the content is
            stopped, metadata and playheads of an ad follow, then the content goes
            on where it was left.

    OPTIONS:
      --program <number>      Read only the program with this number.
      --pid <pid>             Read only the elementary stream with this PID.
      --limit-seconds <seconds>
                              Read only so many seconds of presentation time, from
                              where reading begins.
      --total-timeout <seconds>
                              How long reading one input may take in all.
            What was read by then is delivered, and the input counts as one that
            could not be read. Unless told otherwise it has no limit.
      --variant <name>        Of a playlist read only this variant and its
                              renditions; may be given several times.
            A variant is named by its name in the results, its number from 1, its
            bandwidth or its URI; '*' stands for anything.
      --rendition <name>      Of a playlist read only this rendition; may be given
                              several times.
            A rendition is named by its name in the results, its NAME, its language
            or its URI; '*' stands for anything. Variants are then read only when
            --variant names them.
      --first-variant         Of a playlist read only the first variant and its
                              renditions.
      --from <start|live|time>
                              Where to begin: 'start', 'live', seconds from the
                              start, or a time of the day.
            Unless told otherwise live playlists are read from where a player would
            begin, all others from the start. Seconds below 0 count from the end of
            a playlist. A time is like 2017-04-06T13:03:03Z and needs
            EXT-X-PROGRAM-DATE-TIME.
      --tolerance <seconds>   Seconds by which pings and what they count may
                              differ, 5 unless told otherwise.
      --ignore <field>        Do not compare this parameter, by its name (c12) or
                              key (apv); may be given several times.
      --format <table|json|jsonl|csv|junit|sarif>
                              The form of the results: 'table' on a terminal,
                              'jsonl' elsewhere, unless told otherwise.
      -o, --output <file>     Write the results to this file instead of standard
                              output.
            The file appears under its name when it is complete.
      --color <color>         Whether tables are coloured: 'auto' colours them on a
                              terminal without NO_COLOR. (values: auto, always,
                              never; default: auto)
      --quiet                 Say nothing on standard error but what failed.
      --verbose               Say on standard error everything unusual that is seen.
      --no-progress           Show no progress, not even on a terminal.
      --version               Show the version.
      -h, --help              Show help information.


    """#
}
