// Help texts keep their own line lengths.
// swift-format-ignore-file: LineLength

extension HelpTexts {
  static let player = #"""
    OVERVIEW: Play streams on the terminal through the engine, as a sample app
    would.

    The playhead moves with the clock; each second the engine hears the playhead,
    and each tag when the playhead reaches it. Keys play, pause, stop, seek, change
    the channel, opt out, and go over to AirPlay or a cast; '?' lists them. The log
    shows every call of the API and every ping; 'w' saves it in the file that -o
    names, or in 'id3tap-player.jsonl'. At the end the file of -o is written in any
    case.

    A script of keys needs no terminal and takes no time: 'p wait 20 right*3 wait
    end' plays, seeks and plays to the end. Its log is written as JSON Lines, the
    same bytes each time; with --speed it is played in real time, so many times as
    fast.

      id3tap player --channels SampleStreams/channels.json
      id3tap player --collector http://127.0.0.1:8977 https://example.com/live.m3u8
      id3tap player --script 'p wait 65 p wait 30 p wait end' -o log.jsonl a.ts

    USAGE: id3tap player [<options>] [--channels <file>] [<input> ...]

    ARGUMENTS:
      <input>                 The streams to read.
            Files, directories (all streams in them), globs, URLs (http, https,
            udp, rtp, srt), '-' for standard input, or '@list.txt' for a file that
            names one input a line. What an input is, is decided by its content.

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
      --channels <file>       Play the channels that this JSON file lists, before
                              the inputs.
            {"version": 1, "channels": [{"name", "url", "playhead", "channelInfo",
            "metadata"}]}; only "url" is needed. Paths count from the folder of the
            file.
      --script <keys|@file>   Press these keys instead of a viewer: keys, 'wait
                              SECONDS', 'wait end', 'seek SECOND'.
            Keys are characters, or 'space', 'left', 'right', 'up', 'down' and so
            on; 'right*3' is three times. '@FILE' reads them from a file, in which
            '#' begins a comment. The log is the result.
      --speed <number>        Let time pass so many times as fast, 0.1 to 1000.
      --app-info <file|json>  What the app tells the engine about itself: a JSON
                              object, or a file that holds one.
      --config <file|url>     The engine's hosts, products, thresholds and
                              templates: a JSON file, laid over what is built in.
            Also an http or https URL of a server of your own.
      --playhead <playhead>   Whether playheads are seconds of the stream ('vod')
                              or times of the day ('live'). (values: vod, live;
                              default: vod)
      --start <time>          What the clock shows at the start, as Unix seconds or
                              like 2017-04-06T13:03:03Z.
            Unless told otherwise the time of the day, and with --script
            2023-11-14T22:13:20Z.
      --seed <number>         Derive the random identifiers from this number.
                              (default: 0)
      --product <session,dtvr,id3,tsv,dcr,static,emm,error>
                              Keep only the pings of these products, separated by
                              commas.
      --collector <url>       Send the pings to this collector of your own:
                              http://HOST:PORT, or file:///PATH.
            Nothing is sent otherwise, and never to where real measurement data is
            collected.
      --store <dir>           Keep identities, and pings that a collector has not
                              received yet, in this directory.
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
