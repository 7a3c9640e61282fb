package import EspyPixels

/// Codes made with other programs.
package enum PrintedCodes {
    /// `https://example.org/guest?table=7` with error correction M, by segno.
    package static let qr = """
        #######..#.#.#..#.##..#######
        #.....#.....####.##.#.#.....#
        #.###.#..#..##..##..#.#.###.#
        #.###.#...#..###..###.#.###.#
        #.###.#...##.##.#.....#.###.#
        #.....#.#.#####..#.#..#.....#
        #######.#.#.#.#.#.#.#.#######
        ...........#..#..####........
        #..#.##.#.#.#..##....#.#.....
        #......#.#..#.##.##.#.#..#..#
        .####.##.###.......#...#####.
        ..####.####...##.....#.##.##.
        .##...#....#....#######..#.##
        ..#....#..###..##.##.#.......
        ..#.########........##..#####
        ..##.#...###.##.###.##.#.#.#.
        ###.#.#.#######.##.###.....#.
        .#.#.#.#.#........#..###.#..#
        #.##..##.#...#......###.#..##
        ..#.##..##.###.#.#.#..###..##
        #..#.##.#####.##....#####.#..
        ........###..#...#..#...#.###
        #######..##.###.#.#.#.#.#..#.
        #.....#.###.##.##.#.#...###..
        #.###.#..##.#.#.##..#####...#
        #.###.#.#.###.#..#.####.####.
        #.###.#...#..#..#.###...###.#
        #.....#..##..#####.##.#....#.
        #######.#.###.##.#..#.####.#.
        """

    /// `CJ1PM02`, by python-barcode.
    package static let code128 =
        "1101001000010001000110101101110001001110011011101110110101110110001001110110011001110010110110111101100011101011"

    /// 9780140449136, by python-barcode.
    package static let ean13 =
        "10101110110001001010011100110010011101000110101010101110010111001110100110011010000101010000101"

    /// A code on white paper: dark modules are `#` or 1, `rows` times each.
    package static func image(_ modules: String, module: Int, rows: Int = 1) -> GrayImage {
        let lines = modules.split(separator: "\n").flatMap { Array(repeating: Array($0), count: rows) }
        let quiet = 10
        let (width, height) = (module * ((lines.first?.count ?? 0) + 2 * quiet), module * (lines.count + 2 * quiet))
        var pixels = [UInt8](repeating: 240, count: width * height)
        for y in 0..<module * lines.count {
            for x in 0..<module * lines[y / module].count where "#1".contains(lines[y / module][x / module]) {
                pixels[(y + module * quiet) * width + x + module * quiet] = 24
            }
        }
        return GrayImage(width: width, height: height, pixels: pixels)
    }

    /// A code on its white paper, in a larger picture of a gray wall.
    package static func photo(_ code: GrayImage, width: Int, height: Int) -> RGBImage {
        var image = RGBImage(width: width, height: height, red: 150, green: 146, blue: 140)
        let (left, top) = ((width - code.width) / 3, (height - code.height) / 3)
        for y in 0..<code.height {
            for x in 0..<code.width {
                let place = 3 * ((top + y) * width + left + x)
                for channel in 0..<3 { image.pixels[place + channel] = code.pixels[y * code.width + x] }
            }
        }
        return image
    }
}
