extension Setting {
    package static let port = Setting(
        "serve.port", default: "8177", value: FlagValue("PORT", .integer(0...65_535)),
        help: "The port to listen on; 0 takes any that is free.")
}
