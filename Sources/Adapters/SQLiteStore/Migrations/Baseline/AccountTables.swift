extension Baseline {
    /// Users, their plans, and what the administration decides about them.
    static let accounts = """
        -- `plan` is null for the default plan. A `former` account cannot be used: it owns what others look at of a
        -- deleted one. `all_libraries` is 0 for a user who sees only the libraries in `account_library`.
        -- `maximum_bitrate` limits the user's streams together, in kbit/s; null for no limit. `locale_country` is the
        -- country that the user chose beside the language. `shading_mode` says when the user has visuals drawn.
        CREATE TABLE account (
          id TEXT NOT NULL PRIMARY KEY,
          username TEXT NOT NULL CHECK (length(username) BETWEEN 1 AND 64),
          username_key TEXT NOT NULL UNIQUE,
          display_name TEXT NOT NULL,
          email TEXT,
          email_key TEXT UNIQUE,
          search_text TEXT NOT NULL,
          role TEXT NOT NULL CHECK (role IN ('listener', 'contributor', 'moderator', 'admin')),
          disabled INTEGER NOT NULL CHECK (disabled IN (0, 1)),
          locale TEXT NOT NULL CHECK (locale IN ('en', 'pl', 'es')),
          theme TEXT NOT NULL CHECK (theme IN ('system', 'light', 'dark')),
          picture TEXT CHECK (length(picture) = 64),
          password_hash TEXT,
          password_key_id TEXT,
          created_at INTEGER NOT NULL,
          password_changed_at INTEGER,
          last_seen_at INTEGER,
          all_libraries INTEGER NOT NULL DEFAULT 1 CHECK (all_libraries IN (0, 1)),
          maximum_bitrate INTEGER CHECK (maximum_bitrate BETWEEN 32 AND 10000),
          plan TEXT REFERENCES plan (id) ON DELETE SET NULL,
          former INTEGER NOT NULL DEFAULT 0 CHECK (former IN (0, 1)),
          locale_country TEXT CHECK (locale_country IN ('US', 'PL', 'ES')),
          picture_changed_at INTEGER,
          hears_explicit INTEGER NOT NULL DEFAULT 1 CHECK (hears_explicit IN (0, 1)),
          shading_mode TEXT NOT NULL DEFAULT 'on' CHECK (shading_mode IN ('on', 'off', 'hardPoints')),
          CHECK ((email IS NULL) = (email_key IS NULL)),
          CHECK (password_hash IS NOT NULL OR password_key_id IS NULL)
        ) STRICT;
        CREATE INDEX account_able_admin ON account (id)
          WHERE role = 'admin' AND disabled = 0 AND password_hash IS NOT NULL;
        CREATE INDEX account_by_picture ON account (picture) WHERE picture IS NOT NULL;
        CREATE INDEX account_by_plan ON account (plan) WHERE plan IS NOT NULL;

        -- Counts only where `all_libraries` is 0. A removed library keeps its rows here, as it keeps its tracks.
        CREATE TABLE account_library (
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          library TEXT NOT NULL REFERENCES library (id) ON DELETE CASCADE,
          PRIMARY KEY (account, library)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX account_library_library ON account_library (library);

        -- Exactly one plan is the default. Limits that are null do not apply.
        CREATE TABLE plan (
          id TEXT NOT NULL PRIMARY KEY,
          name TEXT NOT NULL CHECK (name <> ''),
          name_key TEXT NOT NULL UNIQUE,
          is_default INTEGER NOT NULL CHECK (is_default IN (0, 1)),
          streams INTEGER CHECK (streams > 0),
          maximum_bitrate INTEGER CHECK (maximum_bitrate > 0),
          upload_quota INTEGER CHECK (upload_quota >= 0),
          monthly_transfer INTEGER CHECK (monthly_transfer >= 0),
          created_at INTEGER NOT NULL,
          allows_downloads INTEGER NOT NULL DEFAULT 1 CHECK (allows_downloads IN (0, 1))
        ) STRICT;
        INSERT INTO plan (id, name, name_key, is_default, created_at)
          VALUES ('00000000-0000-7000-8000-000000000001', 'Standard', 'standard', 1, 0);
        CREATE UNIQUE INDEX plan_default ON plan (is_default) WHERE is_default = 1;

        -- The audio that was sent to each user in each month. A month is its year times 100 plus its number.
        CREATE TABLE transfer (
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          month INTEGER NOT NULL,
          bytes INTEGER NOT NULL CHECK (bytes >= 0),
          PRIMARY KEY (account, month)
        ) STRICT, WITHOUT ROWID;

        -- `libraries` are ids separated by spaces; null for all. Only the token's hash is stored.
        CREATE TABLE invitation (
          id TEXT NOT NULL PRIMARY KEY,
          hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
          label TEXT NOT NULL,
          role TEXT NOT NULL CHECK (role IN ('listener', 'contributor', 'moderator', 'admin')),
          plan TEXT REFERENCES plan (id) ON DELETE SET NULL,
          libraries TEXT,
          created_by TEXT REFERENCES account (id) ON DELETE SET NULL,
          created_at INTEGER NOT NULL,
          expires_at INTEGER NOT NULL,
          used_at INTEGER,
          used_by TEXT REFERENCES account (id) ON DELETE SET NULL,
          hears_explicit INTEGER NOT NULL DEFAULT 1 CHECK (hears_explicit IN (0, 1)),
          CHECK (used_by IS NULL OR used_at IS NOT NULL)
        ) STRICT;
        CREATE INDEX invitation_newest ON invitation (created_at, id);
        CREATE INDEX invitation_by_plan ON invitation (plan) WHERE plan IS NOT NULL;
        CREATE INDEX invitation_by_maker ON invitation (created_by) WHERE created_by IS NOT NULL;
        CREATE INDEX invitation_by_guest ON invitation (used_by) WHERE used_by IS NOT NULL;

        -- What users ask the administrators for.
        CREATE TABLE feature_request (
          id TEXT NOT NULL PRIMARY KEY,
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          text TEXT NOT NULL CHECK (text <> ''),
          at INTEGER NOT NULL,
          state TEXT NOT NULL CHECK (state IN ('open', 'planned', 'done', 'declined')),
          answer TEXT NOT NULL,
          answered_by TEXT REFERENCES account (id) ON DELETE SET NULL,
          answered_at INTEGER
        ) STRICT;
        CREATE INDEX feature_request_newest ON feature_request (at, id);
        CREATE INDEX feature_request_by_state ON feature_request (state, at, id);
        CREATE INDEX feature_request_of_account ON feature_request (account, at, id);
        CREATE INDEX feature_request_answered_by ON feature_request (answered_by) WHERE answered_by IS NOT NULL;

        -- Whether others see a user's likes, ratings and reviews.
        CREATE TABLE sharing (
          account TEXT NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
          opinions TEXT NOT NULL CHECK (opinions IN ('nobody', 'gateway'))
        ) STRICT, WITHOUT ROWID;

        -- Users who show others what they are playing.
        CREATE TABLE playback_shared (
          account TEXT NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
          since INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// Emails, confirmed addresses and notifications.
    static let messaging = """
        -- Emails that wait or were given up. `sealed` is the token of a link, encrypted by a key that is not in the
        -- database.
        CREATE TABLE outgoing_mail (
          id TEXT NOT NULL PRIMARY KEY,
          account TEXT REFERENCES account (id) ON DELETE CASCADE,
          recipient TEXT NOT NULL CHECK (recipient <> ''),
          kind TEXT NOT NULL CHECK (kind <> ''),
          locale TEXT NOT NULL,
          parameters TEXT NOT NULL,
          sealed BLOB,
          topic TEXT NOT NULL UNIQUE,
          created_at INTEGER NOT NULL,
          next_at INTEGER NOT NULL,
          attempts INTEGER NOT NULL,
          state TEXT NOT NULL CHECK (state IN ('waiting', 'failed')),
          failure TEXT
        ) STRICT;
        CREATE INDEX outgoing_mail_due ON outgoing_mail (next_at, id) WHERE state = 'waiting';
        CREATE INDEX outgoing_mail_by_date ON outgoing_mail (created_at, id);
        CREATE INDEX outgoing_mail_account ON outgoing_mail (account) WHERE account IS NOT NULL;

        CREATE TABLE email_confirmation (
          account TEXT NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
          hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
          email_key TEXT NOT NULL,
          expires_at INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE confirmed_email (
          account TEXT NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
          email_key TEXT NOT NULL,
          confirmed_at INTEGER NOT NULL
        ) STRICT;

        -- Ways back to addresses that accounts have given up (decision 0027): the hash of the token of the link that
        -- was sent there.
        CREATE TABLE email_undo (
          hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          email TEXT NOT NULL CHECK (email <> ''),
          email_key TEXT NOT NULL,
          was_confirmed INTEGER NOT NULL CHECK (was_confirmed IN (0, 1)),
          created_at INTEGER NOT NULL,
          expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX email_undo_account ON email_undo (account, created_at);
        CREATE INDEX email_undo_by_key ON email_undo (email_key);
        CREATE INDEX email_undo_expires ON email_undo (expires_at);

        -- The kinds of notifications that users want by email.
        CREATE TABLE mailed_notification (
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          kind TEXT NOT NULL CHECK (kind <> ''),
          PRIMARY KEY (account, kind)
        ) STRICT, WITHOUT ROWID;

        -- The last day whose overview was mailed to the administrators.
        CREATE TABLE daily_overview (
          only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
          day TEXT NOT NULL
        ) STRICT;

        -- `subject` is what a notification leads to; several kinds of things, so no foreign key. `library` is that of
        -- its music, for users who do not see that library any more. A user gets one notification for each `topic`.
        CREATE TABLE notification (
          id TEXT NOT NULL PRIMARY KEY,
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          kind TEXT NOT NULL CHECK (kind <> ''),
          at INTEGER NOT NULL,
          read_at INTEGER,
          actor TEXT REFERENCES account (id) ON DELETE SET NULL,
          subject_kind TEXT CHECK (subject_kind <> ''),
          subject TEXT,
          day TEXT,
          library TEXT,
          title TEXT NOT NULL,
          text TEXT NOT NULL,
          topic TEXT,
          part TEXT GENERATED ALWAYS AS (library) VIRTUAL,
          CHECK ((subject IS NULL) = (subject_kind IS NULL)),
          UNIQUE (account, topic)
        ) STRICT;
        CREATE INDEX notification_by_date ON notification (account, at, id);
        CREATE INDEX notification_unread ON notification (account, at, id) WHERE read_at IS NULL;
        CREATE INDEX notification_by_subject ON notification (subject) WHERE subject IS NOT NULL;
        CREATE INDEX notification_by_actor ON notification (actor) WHERE actor IS NOT NULL;

        -- The kinds of notifications that users do not want.
        CREATE TABLE notification_muting (
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          kind TEXT NOT NULL CHECK (kind <> ''),
          PRIMARY KEY (account, kind)
        ) STRICT, WITHOUT ROWID;
        """
}
