import Foundation

let usage = """
    usage: EspyBench [--repeat N] [FILE...]

    Reads the Data Matrix codes of each file, or of each file named on a line of standard input, N times, and prints
    one line of JSON for it: file, values (bytes in hexadecimal), ms_load (file to gray pixels) and ms_decode (pixels to
    values), each with min and median, and ms_cpu, the processor time of the fastest decode on all cores.

    """

func fail(_ text: String, code: Int32) -> Never {
    FileHandle.standardError.write(Data(text.utf8))
    exit(code)
}

var files = Array(CommandLine.arguments.dropFirst())
var repetitions = 1
if files.first == "--repeat" {
    guard files.count >= 2, let count = Int(files[1]), count > 0 else { fail(usage, code: 64) }
    repetitions = count
    files.removeFirst(2)
}
if let flag = files.first, flag.hasPrefix("-") { fail(usage, code: flag == "--help" ? 0 : 64) }

func report(_ file: String) async {
    let line = await ReportLine(measuring: file, repetitions: repetitions)
    FileHandle.standardOutput.write(Data((line.json + "\n").utf8))
}

for file in files { await report(file) }
if files.isEmpty {
    while let file = readLine() { await report(file) }
}
