import EspyStore

extension Gallery {
    /// Puts an analysis in the place of the one before. What a person or the file says of the photo stays.
    func keep(_ analysis: PhotoAnalysis, by analyzer: any PhotoAnalyzing, of photo: Int) throws(StoreError) {
        try database.execute(
            """
            UPDATE photos SET kind = ?, sharpness = ?, brightness = ?, fingerprint = ?, analysis = ?, text = ?,
                faces = ?
            WHERE id = ?
            """,
            [
                .text(analysis.kind.rawValue), .real(analysis.sharpness), .real(analysis.brightness),
                .integer(Int(bitPattern: UInt(analysis.fingerprint))), .text(analyzer.version),
                Parameter(analysis.text.isEmpty ? nil : analysis.text), Parameter(analysis.faces?.count),
                .integer(photo),
            ])
        try database.execute(
            "DELETE FROM photo_tags WHERE photo = ? AND source NOT IN (?, ?, ?)",
            [
                .integer(photo), .text(PhotoTag.Source.metadata), .text(PhotoTag.Source.user),
                .text(PhotoTag.Source.taught),
            ])
        for tag in analysis.tags { try keep(tag, of: photo) }
        try database.execute("DELETE FROM photo_colors WHERE photo = ?", [.integer(photo)])
        for color in analysis.colors {
            try database.execute(
                "INSERT OR REPLACE INTO photo_colors (photo, color, share) VALUES (?, ?, ?)",
                [.integer(photo), .text(color.name.rawValue), .real(color.share)])
        }
        try keep(analysis.codes, of: photo)
        try keep(analysis.embedding, of: photo, model: analyzer.embeddingModel)
        try keep(analysis.meaning, of: photo, model: analyzer.meaningModel)
    }

    private func keep(_ meaning: PhotoMeaning?, of photo: Int, model: String) throws(StoreError) {
        let bytes = meaning?.bytes ?? []
        guard let meaning, !bytes.isEmpty else {
            try database.execute("DELETE FROM meanings WHERE photo = ?", [.integer(photo)])
            return
        }
        try database.execute(
            "INSERT OR REPLACE INTO meanings (photo, model, vector, background) VALUES (?, ?, ?, ?)",
            [.integer(photo), .text(model), .bytes(bytes), .real(Double(meaning.background))])
    }

    private func keep(_ codes: [PhotoCode], of photo: Int) throws(StoreError) {
        try database.execute("DELETE FROM photo_codes WHERE photo = ?", [.integer(photo)])
        for (place, code) in codes.enumerated() {
            try database.execute(
                "INSERT INTO photo_codes (photo, place, symbology, value) VALUES (?, ?, ?, ?)",
                [.integer(photo), .integer(place), .text(code.symbology.rawValue), .text(code.value)])
        }
    }

    /// Says something of a photo; the same source said it before.
    func keep(_ tag: PhotoTag, of photo: Int) throws(StoreError) {
        try database.execute(
            // A word that somebody wrote into a file may be a tag of its own kind as well.
            """
            INSERT INTO tags (name, category) VALUES (?, ?) ON CONFLICT (name)
            DO UPDATE SET category = excluded.category WHERE category = 'keyword' AND excluded.category <> 'keyword'
            """,
            [.text(tag.name), .text(tag.category.rawValue)])
        try database.execute(
            """
            INSERT OR REPLACE INTO photo_tags (photo, tag, confidence, source)
            VALUES (?, (SELECT id FROM tags WHERE name = ?), ?, ?)
            """,
            [.integer(photo), .text(tag.name), .real(min(max(tag.confidence, 0), 1)), .text(tag.source)])
    }

    private func keep(_ embedding: [Float], of photo: Int, model: String) throws(StoreError) {
        guard !embedding.isEmpty else {
            try database.execute("DELETE FROM embeddings WHERE photo = ?", [.integer(photo)])
            return
        }
        let bytes = embedding.flatMap { number in
            (0..<4).map { UInt8(truncatingIfNeeded: number.bitPattern >> (8 * $0)) }
        }
        try database.execute(
            "INSERT OR REPLACE INTO embeddings (photo, model, vector) VALUES (?, ?, ?)",
            [.integer(photo), .text(model), .bytes(bytes)])
    }

    /// Photos that are to be analyzed again, or that lack a small picture: one file of each.
    ///
    /// - Parameter version: what the analysis should be; `nil` when none can be made.
    func staleFiles(version: String?) throws(GalleryError) -> [FoundFile] {
        try use { (database) throws(StoreError) in
            try database.query(
                """
                SELECT f.path, f.size, f.modified FROM photos p JOIN files f ON f.id = (
                    SELECT min(g.id) FROM files g JOIN folders d ON d.id = g.folder
                    WHERE g.photo = p.id AND d.state = 'ok' AND NOT EXISTS (
                        SELECT 1 FROM disks k WHERE k.is_away AND g.path > k.path || '/' AND g.path < k.path || '0'))
                WHERE (?1 IS NOT NULL AND p.analysis IS NOT ?1)
                    OR NOT EXISTS (SELECT 1 FROM thumbnails t WHERE t.photo = p.id)
                ORDER BY p.taken DESC, p.id DESC
                """, [Parameter(version)]
            ) { (row) throws(StoreError) in
                FoundFile(path: try row.text(0), size: try row.integer(1), modified: try row.integer(2))
            }
        }
    }
}
