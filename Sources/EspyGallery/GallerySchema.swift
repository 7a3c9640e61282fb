/// The tables of a gallery. Files, photos and data about photos are separate: a moved file stays the same photo, two
/// equal files are one photo, and all of it can be deleted without affecting a photo.
package enum GallerySchema {
    /// The database's `application_id`: "EspG".
    package static let identity: Int32 = 0x4573_7047

    package static let migrations = [
        """
        CREATE TABLE folders (
            id INTEGER PRIMARY KEY,
            path TEXT NOT NULL UNIQUE,
            added INTEGER NOT NULL,
            -- ok, missing or denied
            state TEXT NOT NULL DEFAULT 'ok'
        ) STRICT;

        -- Folders within those that were added, on which another disk was mounted when they were met.
        CREATE TABLE disks (
            path TEXT PRIMARY KEY,
            is_away INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE photos (
            id INTEGER PRIMARY KEY,
            -- SHA-256 of the bytes of the file
            digest BLOB NOT NULL UNIQUE,
            bytes INTEGER NOT NULL,
            format TEXT NOT NULL,
            -- pixels of the upright picture
            width INTEGER NOT NULL,
            height INTEGER NOT NULL,
            -- by the clock of the camera, in seconds since 1970 as if that clock had shown UTC
            taken INTEGER NOT NULL,
            -- exif, name or file: where `taken` comes from
            taken_source TEXT NOT NULL,
            latitude REAL,
            longitude REAL,
            camera TEXT,
            lens TEXT,
            -- what a person says, else what the file says: Ratings puts it together
            rating INTEGER,
            -- what the file says
            file_rating INTEGER,
            title TEXT,
            description TEXT,
            -- photo, screenshot, panorama, document or video
            kind TEXT NOT NULL DEFAULT 'photo',
            sharpness REAL,
            brightness REAL,
            -- 64 bits of a perceptual hash
            fingerprint INTEGER,
            -- some bytes that make a blurred picture
            placeholder BLOB,
            -- which version of which analysis made the tags; NULL when it is still to be done
            analysis TEXT,
            -- what is printed on it; NULL where nothing was read
            text TEXT,
            -- how many; NULL where nobody looked for them
            faces INTEGER
        ) STRICT;
        CREATE INDEX photos_by_time ON photos (taken DESC, id DESC);
        CREATE INDEX photos_by_analysis ON photos (analysis);
        -- What is searched for, each without a look at the photos themselves.
        CREATE INDEX photos_by_camera ON photos (camera) WHERE camera IS NOT NULL;
        CREATE INDEX photos_by_lens ON photos (lens) WHERE lens IS NOT NULL;
        CREATE INDEX photos_by_kind ON photos (kind) WHERE kind <> 'photo';
        CREATE INDEX photos_by_rating ON photos (rating) WHERE rating IS NOT NULL;
        CREATE INDEX photos_by_place ON photos (latitude, longitude) WHERE latitude IS NOT NULL;
        CREATE INDEX photos_by_sharpness ON photos (sharpness) WHERE sharpness < 100;
        CREATE INDEX photos_by_brightness ON photos (brightness) WHERE brightness < 0.15;
        CREATE INDEX photos_by_faces ON photos (faces) WHERE faces > 0;
        CREATE INDEX photos_with_text ON photos (id) WHERE text IS NOT NULL;
        CREATE INDEX photos_by_fingerprint ON photos (fingerprint) WHERE fingerprint IS NOT NULL;

        CREATE TABLE files (
            id INTEGER PRIMARY KEY,
            folder INTEGER NOT NULL REFERENCES folders ON DELETE CASCADE,
            path TEXT NOT NULL UNIQUE,
            -- NULL when the file could not be read; `problem` tells why then
            photo INTEGER REFERENCES photos,
            size INTEGER NOT NULL,
            -- nanoseconds since 1970
            modified INTEGER NOT NULL,
            problem TEXT
        ) STRICT;
        CREATE INDEX files_by_photo ON files (photo);
        CREATE INDEX files_by_folder ON files (folder);

        CREATE TABLE tags (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            category TEXT NOT NULL
        ) STRICT;
        CREATE TABLE photo_tags (
            photo INTEGER NOT NULL REFERENCES photos ON DELETE CASCADE,
            tag INTEGER NOT NULL REFERENCES tags ON DELETE CASCADE,
            confidence REAL NOT NULL,
            -- a model with its version, or: analysis, metadata, taught, user
            source TEXT NOT NULL,
            PRIMARY KEY (photo, tag, source)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX photo_tags_by_tag ON photo_tags (tag, photo, confidence);

        -- What a person said of a photo stays, also when the photo is tagged again, leaves or comes back.
        CREATE TABLE corrections (
            digest BLOB NOT NULL,
            tag TEXT NOT NULL,
            is_right INTEGER NOT NULL,
            time INTEGER NOT NULL,
            PRIMARY KEY (digest, tag)
        ) STRICT, WITHOUT ROWID;

        -- How people rated photos, also those that are not there now.
        CREATE TABLE ratings (
            digest BLOB PRIMARY KEY,
            rating INTEGER NOT NULL,
            -- NULL for what the file said in another gallery: it only counts where the file says nothing here
            time INTEGER
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE photo_colors (
            photo INTEGER NOT NULL REFERENCES photos ON DELETE CASCADE,
            color TEXT NOT NULL,
            -- of the area, from 0 to 1
            share REAL NOT NULL,
            PRIMARY KEY (photo, color)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX photo_colors_by_color ON photo_colors (color, share);

        CREATE TABLE photo_codes (
            photo INTEGER NOT NULL REFERENCES photos ON DELETE CASCADE,
            -- from 0 on
            place INTEGER NOT NULL,
            -- qr, code128, ean13 or upcA
            symbology TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (photo, place)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE embeddings (
            photo INTEGER PRIMARY KEY REFERENCES photos ON DELETE CASCADE,
            model TEXT NOT NULL,
            -- little-endian Float32 of length 1
            vector BLOB NOT NULL
        ) STRICT;

        -- What photos show, in a space that texts are in, too.
        CREATE TABLE meanings (
            photo INTEGER PRIMARY KEY REFERENCES photos ON DELETE CASCADE,
            model TEXT NOT NULL,
            -- a factor as little-endian Float32, then numbers of 16 bits; of length 1 with the factor
            vector BLOB NOT NULL,
            -- what the cosine of a text must exceed to fit better than what is said of any photo
            background REAL NOT NULL
        ) STRICT;

        -- Where the small picture of a photo stands in the file of all small pictures.
        CREATE TABLE thumbnails (
            photo INTEGER PRIMARY KEY REFERENCES photos ON DELETE CASCADE,
            -- which file: another one each time that the gaps were taken out
            pack INTEGER NOT NULL,
            offset INTEGER NOT NULL,
            length INTEGER NOT NULL,
            width INTEGER NOT NULL,
            height INTEGER NOT NULL
        ) STRICT;

        -- Words of a photo in their basic form, by its number; see GalleryText, which alone writes them.
        CREATE VIRTUAL TABLE photo_words USING fts5 (
            name, folder, title, description, camera, text, code, tokenize = 'unicode61 remove_diacritics 2', columnsize = 0
        );
        -- In which order photos were written last, so that others read again only what is new to them.
        CREATE TABLE photo_changes (
            photo INTEGER PRIMARY KEY,
            number INTEGER NOT NULL UNIQUE
        ) STRICT;

        CREATE TABLE smart_albums (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            query TEXT NOT NULL,
            created INTEGER NOT NULL
        ) STRICT;

        -- Tags that a person taught: a line between yes and no in the space of the embeddings.
        CREATE TABLE taught_tags (
            tag INTEGER PRIMARY KEY REFERENCES tags ON DELETE CASCADE,
            model TEXT NOT NULL,
            weights BLOB NOT NULL,
            bias REAL NOT NULL,
            precision REAL NOT NULL,
            recall REAL NOT NULL,
            created INTEGER NOT NULL
        ) STRICT;
        """,
        """
        -- year, month or day, where no more is known of `taken`, which is the first second of it then
        ALTER TABLE photos ADD COLUMN taken_detail TEXT;
        -- what is written into the file or beside it: names of persons, one a line; where it is; comments and headlines
        ALTER TABLE photos ADD COLUMN people TEXT;
        ALTER TABLE photos ADD COLUMN location TEXT;
        ALTER TABLE photos ADD COLUMN notes TEXT;
        CREATE INDEX photos_by_detail ON photos (taken, taken_detail) WHERE taken_detail IS NOT NULL;

        -- See FoundFile; NULL where the file was read before anybody looked for sidecars: it is read again.
        ALTER TABLE files ADD COLUMN sidecars TEXT;

        -- How many files of each folder are no photos, and why: PassedOver.
        CREATE TABLE passed_over (
            folder TEXT NOT NULL,
            reason TEXT NOT NULL,
            count INTEGER NOT NULL,
            PRIMARY KEY (folder, reason)
        ) STRICT, WITHOUT ROWID;
        """,
        """
        -- Words are cut in another way, and vowels that stand above or below a letter belong to them. GalleryText fills it.
        DROP TABLE photo_words;
        CREATE VIRTUAL TABLE photo_words USING fts5 (
            name, folder, title, description, camera, text, code,
            tokenize = "unicode61 remove_diacritics 2 categories 'L* N* M* Co'", columnsize = 0
        );
        """,
        """
        -- What photos may show beside their tags: LikelyThing. Photos of before are analyzed again for it.
        CREATE TABLE likely_things (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            is_kind INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE photo_likely (
            thing INTEGER NOT NULL REFERENCES likely_things ON DELETE CASCADE,
            photo INTEGER NOT NULL REFERENCES photos ON DELETE CASCADE,
            -- from 1 to 100
            percent INTEGER NOT NULL,
            PRIMARY KEY (thing, photo)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX photo_likely_by_photo ON photo_likely (photo);
        -- Those without a date stand behind all others.
        CREATE INDEX photos_undated ON photos (id) WHERE taken_source = 'file';
        """,
        """
        -- Files that devices sent: also films, and photos that are not indexed yet.
        CREATE TABLE arrivals (
            digest BLOB PRIMARY KEY,
            path TEXT NOT NULL,
            bytes INTEGER NOT NULL,
            -- what the device was called; NULL for the machine itself
            sender TEXT,
            time INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """,
        """
        -- Of videos, in seconds; 0 where it is unknown, NULL for photos.
        ALTER TABLE photos ADD COLUMN duration REAL;
        """,
        """
        -- Which network described the faces; NULL where people were not looked for.
        ALTER TABLE photos ADD COLUMN face_model TEXT;
        -- Faces that have names in the file or beside it: FaceRegion, one a line.
        ALTER TABLE photos ADD COLUMN regions TEXT;

        -- The network whose descriptors may be stored: none after all data of people was deleted, until photos are indexed
        -- anew with people.
        CREATE TABLE face_models (
            model TEXT PRIMARY KEY
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE people (
            id INTEGER PRIMARY KEY,
            -- NULL for a group of faces that nobody named
            name TEXT UNIQUE,
            is_hidden INTEGER NOT NULL DEFAULT 0,
            -- the face to show; NULL for the largest
            cover INTEGER
        ) STRICT;
        CREATE TABLE faces (
            id INTEGER PRIMARY KEY,
            photo INTEGER NOT NULL REFERENCES photos ON DELETE CASCADE,
            -- pixels of the upright photo
            x INTEGER NOT NULL,
            y INTEGER NOT NULL,
            width INTEGER NOT NULL,
            height INTEGER NOT NULL,
            -- little-endian Float32 of length 1
            descriptor BLOB NOT NULL,
            person INTEGER REFERENCES people ON DELETE SET NULL,
            -- who assigned the person: group, user or metadata
            source TEXT,
            -- whether it is still to be compared with all others
            is_new INTEGER NOT NULL DEFAULT 1
        ) STRICT;
        CREATE INDEX faces_by_photo ON faces (photo);
        CREATE INDEX faces_by_person ON faces (person);
        CREATE INDEX faces_new ON faces (id) WHERE is_new;

        -- Which face a person said is whose, and whose it is not. It stays, also when the photo is analyzed again, leaves or
        -- comes back.
        CREATE TABLE face_corrections (
            digest BLOB NOT NULL,
            x INTEGER NOT NULL,
            y INTEGER NOT NULL,
            width INTEGER NOT NULL,
            height INTEGER NOT NULL,
            person INTEGER NOT NULL REFERENCES people ON DELETE CASCADE,
            is_right INTEGER NOT NULL,
            time INTEGER NOT NULL,
            PRIMARY KEY (digest, x, y, width, height, person)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX face_corrections_by_person ON face_corrections (person);
        """,
    ]
}
