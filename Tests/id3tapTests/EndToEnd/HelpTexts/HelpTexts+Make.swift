// Help texts keep their own line lengths.
// swift-format-ignore-file: LineLength

extension HelpTexts {
  static let make = #"""
    OVERVIEW: Write a transport stream or HLS with tags in Nielsen's form, or with
    one fault.

    DATA tags come every ten seconds, INFO tags every five minutes. The payloads
    are synthetic: they have the form of real ones and mean nothing. The same
    options give the same bytes.

      id3tap make --media film.mp4 -o sample.ts
      id3tap make --minutes 12 --fault cadence-gap -o gap.ts
      id3tap make --media film.mp4 --hls folder

    USAGE: id3tap make <options>

    HLS:
      --hls <folder>          Write an HLS presentation into this folder:
                              playlists, variants, an audio rendition.
            The playlist to start from is 'master.m3u8'.
      --cmaf                  Write fragments of CMAF with 'emsg' boxes instead of
                              transport streams.
      --segment-seconds <number>
                              Make segments at least this long; they end before the
                              next key frame. (default: 6.0)
      --variants <number>     Make this many variants of the same media. (default:
                              2)
      --audio-only-tags       Put the tags into the audio rendition alone.
      --discontinuity         Start the time stamps again in the middle; in a live
                              channel at every tenth segment.
      --encrypt               Encrypt the segments with AES-128; the keys stand
                              beside the playlists.
      --derived-iv            With --encrypt: let the media sequence numbers be the
                              initialization vectors.
      --rotate-keys <segments>
                              With --encrypt: use a new key after this many
                              segments.
      --byte-ranges           Write all segments of a rendition into one file.
      --live                  Write a live channel as time passes, until Ctrl-C or
                              for the length asked for.
      --serve <host:port>     Serve the folder over HTTP at this address until
                              Ctrl-C, and say its URL.
            Without a host only this machine can reach it; port 0 stands for a free
            one.

    OPTIONS:
      --media <file>          Copy the audio and video of this file, repeated as
                              long as needed.
            Without it the stream holds tags and a clock alone.
      --minutes <number>      Make the stream this long: the length of the media,
                              or 10 minutes, unless told otherwise.
      --seed <number>         Derive the bytes of the tags from this number.
                              (default: 1)
      --packet <188|192|204>  Write packets of this many bytes.
      --fault <rule>          Make one fault, named by the rule it breaks; see
                              --list-faults.
      --list-faults           List the faults that can be made, and what is wrong
                              with such a stream.
      -o, --output <file>     Write the stream to this file instead of standard
                              output.
            The file appears under its name when it is complete.
      --quiet                 Say nothing on standard error but what failed.
      --verbose               Say on standard error everything unusual that is seen.
      --no-progress           Show no progress, not even on a terminal.
      --version               Show the version.
      -h, --help              Show help information.


    """#
}
