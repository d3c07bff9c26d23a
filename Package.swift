// swift-tools-version: 6.2
import PackageDescription

// No third-party packages: `dependencies` stays empty.
// Which module may import which is held by Tests/TidyTests.

let scheduler: [Target.Dependency] = ["Diagnostics", "TOML", "CivilTime", "JSON", "DurableStore"]

var targets: [Target] = [
  .target(name: "Diagnostics"),
  .target(name: "TOML", dependencies: ["Diagnostics"]),
  .target(name: "CivilTime"),
  .target(name: "JSON"),
  .target(name: "DurableStore"),
  .target(name: "Scheduler", dependencies: scheduler),
  .target(name: "CLinux"),
  .target(name: "Platform", dependencies: ["CLinux", "CivilTime", "DurableStore"]),
  .target(
    name: "SchedulerDaemon",
    dependencies: ["Scheduler", "CivilTime", "DurableStore", "Platform", "JSON", "Diagnostics"]),
  .executableTarget(name: "schedctl", dependencies: scheduler + ["Scheduler", "Platform", "SchedulerDaemon"]),

  .target(name: "TestSupport", path: "Tests/TestSupport"),
  .testTarget(name: "DiagnosticsTests", dependencies: ["Diagnostics", "TestSupport"], exclude: ["Goldens"]),
  .testTarget(name: "TOMLTests", dependencies: ["TOML", "Diagnostics", "TestSupport"], exclude: ["Goldens"]),
  .testTarget(name: "CivilTimeTests", dependencies: ["CivilTime", "Platform", "TestSupport"]),
  .testTarget(name: "JSONTests", dependencies: ["JSON", "TestSupport"]),
  .testTarget(name: "DurableStoreTests", dependencies: ["DurableStore", "ProgramTesting"]),
  .executableTarget(name: "StoreWriter", dependencies: ["DurableStore", "Platform"], path: "Tests/StoreWriter"),
  .testTarget(
    name: "PlatformTests", dependencies: ["Platform", "CivilTime", "DurableStore", "StoreWriter", "TestSupport"]),
  .testTarget(
    name: "SchedulerTests", dependencies: scheduler + ["Scheduler", "Platform", "TestSupport"], exclude: ["Goldens"]),
  .testTarget(
    name: "SchedulerDaemonTests", dependencies: scheduler + ["SchedulerDaemon", "Scheduler", "Platform", "TestSupport"]),
  .target(name: "CTesting", path: "Tests/CTesting"),
  .target(name: "ProgramTesting", dependencies: ["CTesting"], path: "Tests/ProgramTesting"),
  .testTarget(
    name: "CommandTests",
    dependencies: scheduler + ["schedctl", "ProgramTesting", "Scheduler", "Platform", "TestSupport"],
    exclude: ["Goldens"]),
  .testTarget(
    name: "DocumentationTests", dependencies: scheduler + ["schedctl", "ProgramTesting", "Scheduler", "Platform"]),
  .testTarget(name: "TidyTests"),

  .executableTarget(name: "TOMLBenchmark", dependencies: ["TOML", "Diagnostics"], path: "Tests/Benchmarks/TOML"),
  .executableTarget(
    name: "CivilTimeBenchmark", dependencies: ["CivilTime", "Platform"], path: "Tests/Benchmarks/CivilTime"),
  .executableTarget(
    name: "DurableStoreBenchmark", dependencies: ["DurableStore", "Platform"], path: "Tests/Benchmarks/DurableStore"),
  .executableTarget(
    name: "TimelineBenchmark", dependencies: ["Scheduler", "CivilTime", "Platform"], path: "Tests/Benchmarks/Timeline"),
  .executableTarget(
    name: "RestrictionsBenchmark", dependencies: ["Scheduler", "CivilTime"], path: "Tests/Benchmarks/Restrictions"),
  .executableTarget(
    name: "EngineBenchmark", dependencies: ["Scheduler", "CivilTime", "Diagnostics", "Platform"],
    path: "Tests/Benchmarks/Engine"),
]

var products: [Product] = [
  .library(name: "Scheduler", targets: ["Scheduler"]),
  .library(name: "SchedulerStore", targets: ["DurableStore", "Platform"]),
  .executable(name: "schedctl", targets: ["schedctl"]),
]

// libFuzzer and the address sanitizer need flags that a package with dependents may not use, on all that is fuzzed:
// the fuzzers exist only when asked for.
if Context.environment["SCHEDCTL_FUZZ"] == "1" {
  products = []
  let fuzzed = [
    "Diagnostics", "TOML", "CivilTime", "JSON", "DurableStore", "Scheduler", "CLinux", "Platform", "SchedulerDaemon",
  ]
  targets = targets.filter { fuzzed.contains($0.name) }
  targets += [
    .executableTarget(name: "TOMLFuzzer", dependencies: ["TOML", "Diagnostics"], path: "Tests/Fuzzers/TOMLFuzzer"),
    .executableTarget(name: "TZifFuzzer", dependencies: ["CivilTime"], path: "Tests/Fuzzers/TZifFuzzer"),
    .executableTarget(
      name: "VarlinkFuzzer", dependencies: ["SchedulerDaemon", "Scheduler", "CivilTime", "JSON"],
      path: "Tests/Fuzzers/VarlinkFuzzer"),
    .executableTarget(name: "NDEFFuzzer", dependencies: ["Scheduler"], path: "Tests/Fuzzers/NDEFFuzzer"),
  ]
  for target in targets {
    target.swiftSettings = [.unsafeFlags(["-sanitize=fuzzer,address", "-parse-as-library"])]
    target.linkerSettings = [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]
  }
}

// Optimised code asks the runtime for the layout of generic types that the compiler knows, by name, and once for each
// type: half of the time of a short command. These flags make it use what it knows, and give each function a section of
// its own, which the linker can leave out. Packages that depend on this one may not pass flags on, so they go without.
let folders = Context.packageDirectory.split(separator: "/")
let isDependency = folders.dropLast().last == "checkouts" || folders.suffix(5).contains("registry")
if !isDependency {
  let direct = ["-function-sections", "-disable-type-layout", "-disable-concrete-type-metadata-mangled-name-accessors"]
  let flags = SwiftSetting.unsafeFlags(direct.flatMap { ["-Xfrontend", $0] }, .when(configuration: .release))
  for target in targets where target.name != "CLinux" && target.name != "CTesting" {
    target.swiftSettings = (target.swiftSettings ?? []) + [flags]
  }
  // Commands run once: small code is read from disk sooner than fast code is run.
  let size = SwiftSetting.unsafeFlags(["-Osize"], .when(configuration: .release))
  for target in targets where ["schedctl", "Diagnostics", "Platform"].contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + [size]
  }
  // What is not used is left out, and what is the same is there once: the file is a tenth smaller.
  let linker = ["-use-ld=lld", "-Xlinker", "--icf=all"]
  for target in targets where target.name == "schedctl" {
    target.linkerSettings = [.unsafeFlags(linker, .when(configuration: .release))]
  }
}

let package = Package(
  name: "schedctl",
  products: products,
  dependencies: [],
  targets: targets,
  swiftLanguageModes: [.v6]
)
