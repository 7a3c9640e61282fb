/// The version of the program, as `espy --version` prints it and CHANGELOG.md lists it.
package enum Version {
    package static let number = "0.1.0"
}
