let interruption = Interruption()
let arguments = Array(CommandLine.arguments.dropFirst())
let work = Task.detached { await Tool(.process).run(arguments) }
interruption.watch { work.cancel() }
exit(await work.value.rawValue)
