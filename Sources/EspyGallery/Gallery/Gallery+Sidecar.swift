import EspyBase
import EspyStore

extension Gallery {
    /// What is known of a photo as the text of an XMP file, as other programs read it: tags, rating, title, description.
    /// Nothing is written; whoever does must not replace a file that is there.
    ///
    /// - Throws: ``GalleryError/unknownPhoto(_:)``.
    public func sidecar(of photo: Int) throws(GalleryError) -> String {
        let known = try searching { (run) throws(GalleryError) in
            try GalleryError.store { () throws(StoreError) in
                try ExportReader(database: run.database, corrections: run.index.corrections).photo(photo)
            }
        }
        guard let known else { throw .unknownPhoto("\(photo)") }
        return Sidecar.text(known)
    }
}

/// Writes XMP.
enum Sidecar {
    static func text(_ photo: ExportedPhoto) -> String {
        var parts: [String] = []
        if !photo.tags.isEmpty {
            let items = photo.tags.map { "     <rdf:li>\(Markup.escaped($0.name))</rdf:li>" }.joined(separator: "\n")
            parts.append("   <dc:subject>\n    <rdf:Bag>\n\(items)\n    </rdf:Bag>\n   </dc:subject>")
        }
        if let rating = photo.rating { parts.append("   <xmp:Rating>\(rating)</xmp:Rating>") }
        for (name, text) in [("title", photo.title), ("description", photo.description)] {
            guard let text, !text.isEmpty else { continue }
            let item = "     <rdf:li xml:lang=\"x-default\">\(Markup.escaped(text))</rdf:li>"
            parts.append("   <dc:\(name)>\n    <rdf:Alt>\n\(item)\n    </rdf:Alt>\n   </dc:\(name)>")
        }
        return """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/">
             <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
              <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
            \(parts.joined(separator: "\n"))
              </rdf:Description>
             </rdf:RDF>
            </x:xmpmeta>
            <?xpacket end="w"?>

            """
    }
}
