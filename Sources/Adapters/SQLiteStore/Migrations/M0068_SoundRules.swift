import GRDB

extension Migration {
    /// Indexes by which the rules of smart playlists find tracks by their measured sound. A row of the analysis is long, so that they cover all that is asked.
    static let m0068SoundRules = Migration(name: "0068 sound rules") { db in
        try db.execute(
            sql: """
                CREATE INDEX track_analysis_by_loudness ON track_analysis (loudness) WHERE loudness IS NOT NULL;
                CREATE INDEX track_analysis_by_energy ON track_analysis (energy) WHERE energy IS NOT NULL;
                CREATE INDEX track_analysis_by_tonic ON track_analysis (tonic, is_minor) WHERE tonic IS NOT NULL;
                """)
    }
}
