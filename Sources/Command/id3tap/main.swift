import Commands

ID3Tap.start()
