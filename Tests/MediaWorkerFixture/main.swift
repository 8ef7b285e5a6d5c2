import Media

// Stands for `rondo media-worker`, so that the tests of reading need no more of the program.
MediaWorker.run()
