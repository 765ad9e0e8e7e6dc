// Help texts keep their own line lengths.
// swift-format-ignore-file: LineLength

/// What `--help` prints, word for word.
enum HelpTexts {
  static let root = #"""
    OVERVIEW: Taps timed ID3 out of streams and shows what Nielsen's tags in it
    lead to.

    Reads MPEG transport streams, HLS, fragmented MP4 and packed audio, from files
    and from the network, pulls the timed ID3 tags, and plays the Nielsen tags
    among them through an open re-implementation of the Nielsen App SDK's engine,
    which makes pings.

    Independent software, not affiliated with Nielsen. Pings are for analysis and
    tests: none goes to where real measurement data is collected.

    USAGE: id3tap <subcommand>

    OPTIONS:
      --version               Show the version.
      -h, --help              Show help information.

    SUBCOMMANDS:
      extract                 Print every timed ID3 tag with its time and origin.
      check                   Tell whether a stream's tags are there and right, and
                              where they are not.
      pings                   Play the stream through the engine and print the
                              pings it makes.
      batch                   Read many inputs in parallel into a database of
                              results.
      report                  Make a page, a ticket or tables of results, or
                              compare two results.
      watch                   Follow live feeds and tell when their tags stop or
                              break.
      collect                 Collect the pings that apps send, and show them on a
                              live page.
      explain                 Explain tags and pings field by field.
      compare                 Compare the pings that an app sent with those it
                              should have sent.
      make                    Write a transport stream or HLS with tags in
                              Nielsen's form, or with one fault.
      player                  Play streams on the terminal through the engine, as a
                              sample app would.

      See 'id3tap help <subcommand>' for detailed help.

    """#
}
