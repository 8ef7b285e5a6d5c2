extension Baseline {
    /// The daily board, and what moderators decide.
    static let board = """
        -- Days that were opened, counted since 1970-01-01. The last one is open; a day is never opened again, except
        -- one that a clock far ahead has opened and that was revoked when the clock was right.
        CREATE TABLE board_day (
          day INTEGER NOT NULL PRIMARY KEY,
          opened_at INTEGER NOT NULL,
          revoked_at INTEGER
        ) STRICT;

        -- A post has the title of its song and the part of its library, because tracks may be deleted.
        CREATE TABLE board_post (
          id TEXT NOT NULL PRIMARY KEY,
          day INTEGER NOT NULL REFERENCES board_day (day),
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          at INTEGER NOT NULL,
          caption TEXT NOT NULL,
          track TEXT REFERENCES track (id) ON DELETE SET NULL,
          library TEXT NOT NULL,
          title TEXT NOT NULL,
          artist TEXT NOT NULL,
          hidden_at INTEGER,
          hidden_by TEXT,
          hidden_reason TEXT,
          UNIQUE (day, account),
          CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL)),
          CHECK ((hidden_at IS NULL) = (hidden_by IS NULL))
        ) STRICT;
        CREATE INDEX board_post_by_time ON board_post (day, at, id);
        CREATE INDEX board_post_by_account ON board_post (account);
        CREATE INDEX board_post_by_track ON board_post (track) WHERE track IS NOT NULL;

        -- The application names the reactions.
        CREATE TABLE board_reaction (
          post TEXT NOT NULL REFERENCES board_post (id) ON DELETE CASCADE,
          reaction TEXT NOT NULL CHECK (reaction <> ''),
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          at INTEGER NOT NULL,
          PRIMARY KEY (post, reaction, account)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX board_reaction_by_account ON board_reaction (account);

        CREATE TABLE board_comment (
          id TEXT NOT NULL PRIMARY KEY,
          day INTEGER NOT NULL REFERENCES board_day (day),
          post TEXT REFERENCES board_post (id) ON DELETE CASCADE,
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          at INTEGER NOT NULL,
          text TEXT NOT NULL CHECK (text <> ''),
          hidden_at INTEGER,
          hidden_by TEXT,
          hidden_reason TEXT,
          CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL)),
          CHECK ((hidden_at IS NULL) = (hidden_by IS NULL))
        ) STRICT;
        CREATE INDEX board_comment_by_post ON board_comment (post, at, id) WHERE post IS NOT NULL;
        CREATE INDEX board_comment_by_day ON board_comment (day, at, id) WHERE post IS NULL;
        CREATE INDEX board_comment_by_account ON board_comment (account);

        -- A post has a row here as long as the library does not have its song. `song` is the song's number in the
        -- outside catalog. `board_post.library` is then empty, or `!` for an explicit song.
        CREATE TABLE board_outside_song (
          post TEXT NOT NULL PRIMARY KEY REFERENCES board_post (id) ON DELETE CASCADE,
          song INTEGER NOT NULL,
          album TEXT,
          duration_ms INTEGER,
          base_title TEXT NOT NULL,
          has_picture INTEGER NOT NULL CHECK (has_picture IN (0, 1)),
          has_preview INTEGER NOT NULL CHECK (has_preview IN (0, 1))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX board_outside_song_awaited ON board_outside_song (base_title);

        -- Music that moderators have taken out of the catalog. A row that hides a song keeps what is needed to
        -- recognize its file and to bring it back; the rows of ended withdrawals stay to be read.
        CREATE TABLE withdrawal (
          id TEXT NOT NULL PRIMARY KEY,
          track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
          library TEXT NOT NULL,
          folder BLOB NOT NULL,
          name BLOB NOT NULL CHECK (length(name) > 0),
          size INTEGER NOT NULL,
          modified_ns INTEGER NOT NULL,
          signature BLOB NOT NULL,
          title TEXT NOT NULL,
          artist TEXT NOT NULL,
          album TEXT NOT NULL,
          words TEXT NOT NULL,
          cover TEXT CHECK (length(cover) = 64),
          reason TEXT NOT NULL CHECK (reason <> ''),
          state TEXT NOT NULL CHECK (state IN ('leaving', 'binned', 'returning', 'removing', 'restored', 'removed')),
          failure TEXT,
          giver TEXT REFERENCES account (id) ON DELETE SET NULL,
          moderator TEXT REFERENCES account (id) ON DELETE SET NULL,
          at INTEGER NOT NULL,
          ended_at INTEGER,
          is_explicit INTEGER NOT NULL DEFAULT 0 CHECK (is_explicit IN (0, 1)),
          part TEXT GENERATED ALWAYS AS (library || CASE is_explicit WHEN 1 THEN '!' ELSE '' END) VIRTUAL,
          CHECK ((state IN ('restored', 'removed')) = (ended_at IS NOT NULL))
        ) STRICT;
        CREATE UNIQUE INDEX withdrawal_of_track ON withdrawal (track) WHERE ended_at IS NULL;
        CREATE INDEX withdrawal_by_signature ON withdrawal (signature) WHERE ended_at IS NULL;
        CREATE INDEX withdrawal_ever_of_track ON withdrawal (track);
        CREATE INDEX withdrawal_in_bin ON withdrawal (at, id) WHERE ended_at IS NULL;
        CREATE INDEX withdrawal_ended ON withdrawal (at, id) WHERE ended_at IS NOT NULL;
        CREATE INDEX withdrawal_by_giver ON withdrawal (giver, at, id) WHERE giver IS NOT NULL;
        CREATE INDEX withdrawal_by_moderator ON withdrawal (moderator) WHERE moderator IS NOT NULL;

        -- `subject` is one of several kinds of things, so no foreign key; the report has its name at that time. A user
        -- has one open report about a thing.
        CREATE TABLE report (
          id TEXT NOT NULL PRIMARY KEY,
          reporter TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          kind TEXT NOT NULL CHECK (kind <> ''),
          subject TEXT NOT NULL,
          day TEXT,
          library TEXT,
          owner TEXT REFERENCES account (id) ON DELETE SET NULL,
          title TEXT NOT NULL,
          text TEXT NOT NULL,
          at INTEGER NOT NULL,
          state TEXT NOT NULL CHECK (state IN ('open', 'acted', 'dismissed')),
          moderator TEXT REFERENCES account (id) ON DELETE SET NULL,
          answer TEXT NOT NULL DEFAULT '',
          closed_at INTEGER,
          part TEXT GENERATED ALWAYS AS (library) VIRTUAL,
          CHECK ((state = 'open') = (closed_at IS NULL))
        ) STRICT;
        CREATE UNIQUE INDEX report_once ON report (reporter, kind, subject) WHERE closed_at IS NULL;
        CREATE INDEX report_about ON report (kind, subject) WHERE closed_at IS NULL;
        CREATE INDEX report_open ON report (at, id) WHERE closed_at IS NULL;
        CREATE INDEX report_closed ON report (at, id) WHERE closed_at IS NOT NULL;
        CREATE INDEX report_by_reporter ON report (reporter, at, id);
        CREATE INDEX report_by_owner ON report (owner) WHERE owner IS NOT NULL;
        CREATE INDEX report_by_moderator ON report (moderator) WHERE moderator IS NOT NULL;
        """
}
