// swift-tools-version: 6.2
import PackageDescription

// On Apple's platforms the SDK has the Screen Time modules, and nothing of this package is needed but the sources.
var modules: [Target.Dependency] = []
#if os(Linux)
  modules = [.product(name: "ScreenTimeTesting", package: "schedctl")]
#endif

let package = Package(
  name: "screen-time-app",
  dependencies: [.package(name: "schedctl", path: "../..")],
  targets: [
    // Most apps build their code in Swift 5 mode.
    .target(name: "FocusCore", dependencies: modules, swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "FocusCoreTests", dependencies: ["FocusCore"] + modules, swiftSettings: [.swiftLanguageMode(.v6)]),
    // The settings of a new app of Xcode 26.
    .testTarget(
      name: "FocusAppTests", dependencies: ["FocusCore"] + modules,
      swiftSettings: [
        .swiftLanguageMode(.v6), .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"), .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ]
)
