import Commands

ID3Tap.main()
