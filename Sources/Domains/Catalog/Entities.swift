/// What `ID<Track>` identifies: one audio file that the scanner found, through every move and change of it.
package enum Track {}
/// What `ID<Album>` identifies: the tracks that were released together.
package enum Album {}
/// What `ID<Artist>` identifies: a person or group that is credited on a track.
package enum Artist {}
/// What `ID<Genre>` identifies.
package enum Genre {}
/// What `ID<BrokenFile>` identifies; the record itself is `LibraryProblem`.
package enum BrokenFile {}
