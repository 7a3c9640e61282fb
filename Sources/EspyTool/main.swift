import EspyApp
import EspySystem

Machine.keepLittleMemory()
let interruption = Interruption()
let arguments = Array(CommandLine.arguments.dropFirst())
let work = Task.detached { exit(await Tool(.process).run(arguments).rawValue) }
interruption.watch(endingWith: Exit.interrupted.rawValue) { work.cancel() }
