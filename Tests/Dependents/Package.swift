// swift-tools-version: 6.2
import PackageDescription

// `.ci/check-dependents` copies this package and puts the name of a product in the place of INSTANCE.
let schedctl: Package.Dependency =
  if let url = Context.environment["SCHEDCTL_URL"], let revision = Context.environment["SCHEDCTL_REVISION"] {
    .package(url: url, revision: revision)
  } else {
    .package(path: "../schedctl")
  }

let package = Package(
  name: "dependent",
  dependencies: [schedctl],
  targets: [
    .target(name: "JSON"),
    .target(name: "Platform"),
    .target(name: "Diagnostics"),
    .target(name: "TOML"),
    .executableTarget(
      name: "dependent",
      dependencies: [
        "JSON", "Platform", "Diagnostics", "TOML", .product(name: "Scheduler", package: "schedctl"),
        .product(name: "INSTANCE", package: "schedctl"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
