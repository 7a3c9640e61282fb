import Foundation

let usage = """
    usage: EspyBench rack [--repeat N] [FILE...]
           EspyBench browser PIXELS [FILE...]
           EspyBench placement [--seeds A-B] [--auto] [--keep FOLDER] [--errors]
           EspyBench isbn [--repeat N] [--quick] [FILE...]
           EspyBench count --models FOLDER [--cache FOLDER] [--detector ID] [--threads N] [--f32] [--reference]
                           [--confidence SCORE] [FILE...]
           EspyBench taps --models FOLDER [--cache FOLDER] [--threads N] [--pipeline NAME]
           EspyBench recipes --models FOLDER [--cache FOLDER] [--threads N]
           EspyBench cluster DIMENSIONS [FILE...]
           EspyBench history FILE PHOTO
           EspyBench shelf [--repeat N] [--quick | --models FOLDER [--lying]] [--candidates FOLDER] [--text FOLDER] [FILE...]
           EspyBench faces --models FOLDER [FILE...]
           EspyBench frames [--seed N] [--harsh] [--photo FILE --quads JSON] [--rate N] [--raw FILE | --pace SECONDS]
                            [--work WORK] [--classical] [--chosen]
           EspyBench titles [--repeat N] [--quads FILE] [--models FOLDER] [FILE...]
           EspyBench inventory [--seeds A-B] [--harsh] [--models FOLDER] [--keep FOLDER] [--errors]
           EspyBench order [--seeds A-B] [--models FOLDER] [--keep FOLDER] [--errors]
           EspyBench lines [--repeat N] [--models FOLDER [--long SIDE]] [--language NAMES] [FILE...]

    Does the work of one command with everything loaded, and prints one line of JSON for each FILE, or for each file
    that is named on a line of standard input. Times are milliseconds.

    rack     reads the Data Matrix codes N times: values (bytes in hexadecimal), ms_load (file to gray pixels) and
             ms_decode (pixels to values), each with min and median, and ms_cpu, the processor time of the fastest
             decode on all cores
    browser  reads racks and bar codes: rack, barcodes, ms and cpu; and leaves the pixels in PIXELS, as a canvas has them.
             FILE may be symbols:SEED, which draws symbols (drawn), or piece:SEED:FILE, a painted piece of a photo
    placement draws boxes that are filled in part, reads them, and says of how many the wells are told, and how many tubes
             are in wrong ones: by what the photo shows of the box, and by filling. --auto does not tell the size of the
             box; --keep keeps the photos of which the wells are not told or wrong, and --errors names them
    isbn     reads bar codes N times: values, and ms_decode from gray pixels to values, with min and median
    count    counts: count, and stages with the time of each, the first being "decoding" of the file
    taps     counts a photo at once, and once for each thing that is shown; lines are JSON: file, and taps, each with
             left, top, width and height: counts, each with count, low, high, marks, offered, ms and cpu
    recipes  counts a photo by a recipe made of another one; lines are JSON: from, examples, unlike, learned (from,
             examples, unlike of further photos), file, distance, side, tap: count, low, high, warnings, sides that
             were tried and what speaks for each, finds and where they are cut, cpu. Without file: how alike the first
             example looks in its photo and cut out of it with more and more around it
    cluster  groups vectors, which the file holds as little-endian floats: labels, and ms
    history  keeps 100 counts of the photo in a new history FILE, and lists them with their pictures: ms_add and
             ms_list (one each, and all at once) with min and median, and bytes on the disk
    shelf    outlines spines N times: spines, ms (pixels to spines) with min and median, and all times; --candidates
             writes what the judge of spines is trained with; --quick looks as it does at frames, --models
             takes the trained detector, with the model of FOLDER, and --lying looks for stacks, too; --text
             reads with the networks of FOLDER, and heeds what that says of the spines
    titles   outlines and reads spines N times: spines, ms (pixels to words) and msReading, with min and median;
             regions where there is text, and msFinding on gray pixels. --quads is JSON of spines to read instead,
             by name of the file, each as four corners in shares of width and height; --models reads with
             the networks of FOLDER, else Tesseract does
    inventory draws shelves that should hold the books of a list and mostly do, reads them, and takes inventories: how
             much of what is missing and misplaced is told, and how often that is wrong, for each shelf and for all;
             then the time for a shelf of 40 and a list of 100,000. --keep keeps the pictures and what was read for the
             next run, and --errors prints what is said of each book
    order    draws shelves of libraries with call numbers on labels, reads them, and checks their order without a list: how
             many labels are read right, wrong or not at all, and which books are out of order; options as for inventory
    lines    reads pages and signs N times: lines with quad, text and confidence; ms and processor time
    faces    finds and describes faces as espy gallery does: width of the upright photo, faces with x, y, width, height and
             descriptor, and ms for the whole analysis
    frames   follows the books of a drawn video of 1920 x 1080 pixels, one line for each number of a frame on standard
             input: ms, which number is shown on which book, memory; --raw leaves the pixels in a file. --pace gives
             the frames of two seconds, forth and back, as a camera would, and says how many were skipped; --work drawing, finding or
             following (all of it) says what is done with a frame. --harsh films with a hand that shakes, changing
             light and other things between the books; --photo moves a camera over a photo instead, whose books --quads
             has as four corners each, in shares of width and height. --classical looks without the trained judge;
             --chosen describes the books that were chosen in a frame, for training it

    """

func fail(_ text: String, code: Int32) -> Never {
    FileHandle.standardError.write(Data(text.utf8))
    exit(code)
}

func work(_ words: ArraySlice<String>) async throws {
    var arguments = Arguments(words)
    switch arguments.next() {
    case "rack":
        let bench = try RackBench(&arguments)
        try await arguments.run(bench)
    case "browser":
        let bench = try BrowserBench(&arguments)
        try await arguments.run(bench)
    case "placement": try await PlacementBench(&arguments).run()
    case "isbn":
        let bench = try BarcodeBench(&arguments)
        try await arguments.run(bench)
    case "count":
        let bench = try await CountBench(&arguments)
        try await arguments.run(bench)
    case "taps":
        let bench = try await TapBench(&arguments)
        try await arguments.run(bench)
    case "recipes":
        let bench = try await RecipeBench(&arguments)
        try await arguments.run(bench)
    case "cluster":
        let bench = try ClusterBench(&arguments)
        try await arguments.run(bench)
    case "history": try await HistoryBench(&arguments).run()
    case "shelf":
        let bench = try await ShelfBench(&arguments)
        try await arguments.run(bench)
    case "titles":
        let bench = try await TitleBench(&arguments)
        try await arguments.run(bench)
    case "inventory":
        let bench = try await InventoryBench(&arguments)
        try await bench.run(arguments)
    case "order":
        let bench = try await OrderBench(&arguments)
        try await bench.run(arguments)
    case "lines":
        let bench = try LinesBench(&arguments)
        try await arguments.run(bench)
    case "faces":
        let bench = try FacesBench(&arguments)
        try await arguments.run(bench)
    case "frames":
        let bench = try FramesBench(&arguments)
        try await bench.run(arguments)
    case "--help": fail(usage, code: 0)
    default: throw UsageError()
    }
}

do {
    try await work(CommandLine.arguments.dropFirst())
} catch is UsageError {
    fail(usage, code: 64)
} catch {
    fail("EspyBench: \(error)\n", code: 2)
}
