// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "embedding",
  dependencies: [.package(name: "schedctl", path: "../..")],
  targets: [
    .executableTarget(
      name: "embedding",
      dependencies: [
        .product(name: "SchedulerInstance", package: "schedctl")
      ])
  ],
  swiftLanguageModes: [.v6]
)
