/// The tables of the history, from the first version to the present one. A version that was released never changes:
/// what is new is one more step at the end.
package enum HistorySchema {
    /// `application_id` of the file: "Espy".
    package static let identity: Int32 = 0x4573_7079

    package static let migrations = [
        // Lists read `entry` alone. Pictures and results are large, and stand apart so that lists stay fast.
        """
        CREATE TABLE entry (
            position INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL,
            time INTEGER NOT NULL,
            title TEXT NOT NULL,
            note TEXT,
            count INTEGER NOT NULL,
            low INTEGER,
            high INTEGER,
            rows INTEGER,
            cols INTEGER,
            parameters TEXT NOT NULL,
            favorite INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX entry_by_kind ON entry (kind, favorite, position);
        CREATE TABLE thumbnail (
            position INTEGER PRIMARY KEY REFERENCES entry ON DELETE CASCADE,
            jpeg BLOB NOT NULL
        ) STRICT;
        CREATE TABLE result (
            position INTEGER PRIMARY KEY REFERENCES entry ON DELETE CASCADE,
            json TEXT NOT NULL,
            detections BLOB
        ) STRICT;
        """,
        // Deleted entries stay for a while, so that deleting can be taken back; `deleted` is when it happened.
        """
        ALTER TABLE entry ADD COLUMN corrected INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE entry ADD COLUMN deleted INTEGER;
        CREATE INDEX entry_by_deletion ON entry (deleted) WHERE deleted IS NOT NULL;
        CREATE TABLE correction (
            position INTEGER PRIMARY KEY REFERENCES entry ON DELETE CASCADE,
            json TEXT NOT NULL
        ) STRICT;
        """,
        // A picture of the whole photo, for as long as there is room. `bytes` stands before the picture, so that adding
        // up how much they take does not read them.
        """
        CREATE TABLE photo (
            position INTEGER PRIMARY KEY REFERENCES entry ON DELETE CASCADE,
            width INTEGER NOT NULL,
            height INTEGER NOT NULL,
            bytes INTEGER NOT NULL,
            jpeg BLOB NOT NULL
        ) STRICT;
        """,
        // Who has looked at a result, and found it right.
        """
        ALTER TABLE entry ADD COLUMN confirmed_by TEXT;
        ALTER TABLE entry ADD COLUMN confirmed_at INTEGER;
        """,
        // Who changed what. Lines are added, and go with their entry; nothing changes one.
        """
        CREATE TABLE audit (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            position INTEGER NOT NULL REFERENCES entry ON DELETE CASCADE,
            time INTEGER NOT NULL,
            kind TEXT NOT NULL,
            place TEXT,
            was TEXT,
            became TEXT,
            person TEXT,
            channel TEXT NOT NULL
        ) STRICT;
        CREATE INDEX audit_by_entry ON audit (position, number);
        """,
        // Where a shelf stands; what people said of books that were seen twice; the lists that shelves are checked against.
        """
        ALTER TABLE entry ADD COLUMN place TEXT;
        CREATE TABLE same_book (
            one INTEGER NOT NULL REFERENCES entry ON DELETE CASCADE,
            one_spine INTEGER NOT NULL,
            other INTEGER NOT NULL REFERENCES entry ON DELETE CASCADE,
            other_spine INTEGER NOT NULL,
            same INTEGER NOT NULL,
            PRIMARY KEY (one, one_spine, other, other_spine)
        ) STRICT;
        CREATE INDEX same_book_by_other ON same_book (other);
        CREATE TABLE book_list (
            id TEXT PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            time INTEGER NOT NULL,
            books INTEGER NOT NULL,
            csv BLOB NOT NULL
        ) STRICT;
        """,
    ]
}
