// swift-tools-version: 6.2
import PackageDescription

// No third-party packages: `dependencies` stays empty.
// Which module may import which is held by Tests/TidyTests.

let scheduler: [Target.Dependency] = [
  "SchedulerDiagnostics", "SchedulerTOML", "SchedulerCivilTime", "SchedulerJSON", "SchedulerStore",
]

var targets: [Target] = [
  .target(name: "SchedulerDiagnostics"),
  .target(name: "SchedulerTOML", dependencies: ["SchedulerDiagnostics"]),
  .target(name: "SchedulerCivilTime"),
  .target(name: "SchedulerJSON"),
  .target(name: "SchedulerStore"),
  .target(name: "Scheduler", dependencies: scheduler),
  .target(name: "CSchedulerLinux"),
  .target(name: "SchedulerPlatform", dependencies: ["CSchedulerLinux", "SchedulerCivilTime", "SchedulerStore"]),
  .target(
    name: "SchedulerInstance",
    dependencies: scheduler + ["Scheduler", "SchedulerPlatform"]),
  .target(
    name: "SchedulerEnforcement",
    dependencies: [
      "Scheduler", "SchedulerStore", "SchedulerPlatform", "SchedulerCivilTime", "SchedulerJSON", "SchedulerDiagnostics",
    ]),
  .target(
    name: "SchedulerUsage",
    dependencies: ["Scheduler", "SchedulerStore", "SchedulerPlatform", "SchedulerCivilTime", "SchedulerJSON"]),
  .target(
    name: "SchedulerDaemon",
    dependencies: [
      "SchedulerEnforcement",
      "SchedulerInstance", "Scheduler", "SchedulerCivilTime", "SchedulerStore", "SchedulerPlatform", "SchedulerJSON",
      "SchedulerDiagnostics",
    ]),
  .target(
    name: "ShieldPage", dependencies: ["Scheduler", "SchedulerCivilTime", "SchedulerJSON"],
    resources: [.embedInCode("Assets"), .embedInCode("Extension")]),
  .executableTarget(
    name: "schedctl",
    dependencies: scheduler + [
      "Scheduler", "SchedulerPlatform", "SchedulerInstance", "SchedulerEnforcement", "SchedulerUsage",
      "SchedulerDaemon", "ShieldPage",
    ]),

  .target(name: "TestSupport", path: "Tests/TestSupport"),
  .testTarget(name: "DiagnosticsTests", dependencies: ["SchedulerDiagnostics", "TestSupport"], exclude: ["Goldens"]),
  .testTarget(
    name: "TOMLTests", dependencies: ["SchedulerTOML", "SchedulerDiagnostics", "TestSupport"], exclude: ["Goldens"]),
  .testTarget(
    name: "CivilTimeTests", dependencies: ["SchedulerCivilTime", "SchedulerPlatform", "CTesting", "TestSupport"]),
  .testTarget(name: "JSONTests", dependencies: ["SchedulerJSON", "TestSupport"]),
  .testTarget(name: "DurableStoreTests", dependencies: ["SchedulerStore", "ProgramTesting", "TestSupport"]),
  .executableTarget(
    name: "StoreWriter", dependencies: ["SchedulerStore", "SchedulerPlatform"], path: "Tests/StoreWriter"),
  .testTarget(
    name: "PlatformTests",
    dependencies: [
      "SchedulerPlatform", "CTesting", "SchedulerCivilTime", "SchedulerStore", "StoreWriter", "TestSupport",
    ]),
  .testTarget(
    name: "SchedulerTests", dependencies: scheduler + ["Scheduler", "SchedulerPlatform", "TestSupport"],
    exclude: ["Goldens"]),
  .testTarget(
    name: "SchedulerDaemonTests",
    dependencies: scheduler + [
      "SchedulerDaemon", "SchedulerEnforcement", "SchedulerInstance", "Scheduler", "SchedulerPlatform",
      "ProgramTesting", "TestSupport",
    ]),
  .testTarget(
    name: "ShieldPageTests",
    dependencies: ["ShieldPage", "Scheduler", "SchedulerJSON", "SchedulerPlatform", "ProgramTesting", "TestSupport"],
    exclude: ["Scripts"]),
  .target(name: "CTesting", path: "Tests/CTesting"),
  .target(name: "ProgramTesting", dependencies: ["CTesting"], path: "Tests/ProgramTesting"),
  .testTarget(
    name: "CommandTests",
    dependencies: scheduler + [
      "schedctl", "ProgramTesting", "Scheduler", "SchedulerPlatform", "SchedulerInstance", "SchedulerUsage",
      "ShieldPage", "TestSupport",
    ],
    exclude: ["Goldens"]),
  .testTarget(
    name: "DocumentationTests",
    dependencies: scheduler + ["schedctl", "ProgramTesting", "Scheduler", "SchedulerPlatform", "SchedulerInstance"]),
  .testTarget(
    name: "SchedulerInstanceTests",
    dependencies: ["SchedulerInstance", "Scheduler", "SchedulerPlatform", "SchedulerStore", "ProgramTesting"]),
  .executableTarget(
    name: "AdapterWriter", dependencies: ["SchedulerEnforcement", "Scheduler"], path: "Tests/AdapterWriter"),
  .testTarget(
    name: "EnforcementTests",
    dependencies: scheduler + [
      "SchedulerEnforcement", "Scheduler", "SchedulerPlatform", "AdapterWriter", "CTesting", "ProgramTesting",
      "TestSupport",
    ]),
  .testTarget(
    name: "UsageTests",
    dependencies: scheduler + [
      "SchedulerUsage", "Scheduler", "SchedulerPlatform", "CTesting", "ProgramTesting", "TestSupport",
    ]),
  .testTarget(name: "TidyTests"),

  .executableTarget(
    name: "TOMLBenchmark", dependencies: ["SchedulerTOML", "SchedulerDiagnostics"], path: "Tests/Benchmarks/TOML"),
  .executableTarget(
    name: "CivilTimeBenchmark", dependencies: ["SchedulerCivilTime", "SchedulerPlatform"],
    path: "Tests/Benchmarks/CivilTime"),
  .executableTarget(
    name: "DurableStoreBenchmark", dependencies: ["SchedulerStore", "SchedulerPlatform"],
    path: "Tests/Benchmarks/DurableStore"),
  .executableTarget(
    name: "TimelineBenchmark", dependencies: ["Scheduler", "SchedulerCivilTime", "SchedulerPlatform"],
    path: "Tests/Benchmarks/Timeline"),
  .executableTarget(
    name: "RestrictionsBenchmark", dependencies: ["Scheduler", "SchedulerCivilTime"],
    path: "Tests/Benchmarks/Restrictions"),
  .executableTarget(
    name: "NameServerBenchmark",
    dependencies: ["SchedulerEnforcement", "Scheduler", "SchedulerCivilTime", "SchedulerPlatform"],
    path: "Tests/Benchmarks/NameServers"),
  .executableTarget(
    name: "UseLedgerBenchmark",
    dependencies: ["SchedulerUsage", "Scheduler", "SchedulerCivilTime", "SchedulerPlatform", "SchedulerStore"],
    path: "Tests/Benchmarks/UseLedger"),
  .executableTarget(
    name: "EngineBenchmark",
    dependencies: ["Scheduler", "SchedulerCivilTime", "SchedulerDiagnostics", "SchedulerPlatform"],
    path: "Tests/Benchmarks/Engine"),
]

var products: [Product] = [
  .library(name: "Scheduler", targets: ["Scheduler"]),
  .library(name: "SchedulerInstance", targets: ["SchedulerInstance", "SchedulerStore", "SchedulerPlatform"]),
  .executable(name: "schedctl", targets: ["schedctl"]),
]

// Apple's Screen Time modules in virtual time. On Apple's platforms the SDK has modules of these names.
#if os(Linux)
  let appleShaped = ["DeviceActivity", "ManagedSettings", "ManagedSettingsUI", "FamilyControls"]
  let shims = ["OSLog", "os", "UIKit", "UserNotifications", "WidgetKit"]
  let frameworks: [Target.Dependency] = (appleShaped + shims).map { .byName(name: $0) }
  // Sources as apps have them. Those in `both` are built in Swift 5 mode and, through links in `Swift6`, in Swift 6 mode.
  let both = ["Modern", "Timers", "Shields", "Surface", "Shared"]
  let appSources: [Target] =
    both.flatMap { name -> [Target] in
      [
        .target(
          name: "\(name)App5", dependencies: frameworks, path: "Tests/AppSources/\(name)",
          swiftSettings: [.swiftLanguageMode(.v5)]),
        .target(name: "\(name)App6", dependencies: frameworks, path: "Tests/AppSources/Swift6/\(name)"),
      ]
    } + [
      // `static var` in a class is an error in Swift 6 mode.
      .target(
        name: "ClassicApp5", dependencies: frameworks, path: "Tests/AppSources/Classic",
        swiftSettings: [.swiftLanguageMode(.v5)]),
      .target(
        name: "IsolatedApp6", dependencies: frameworks, path: "Tests/AppSources/Isolated",
        swiftSettings: [.defaultIsolation(MainActor.self)]),
    ]
  targets += appSources
  targets += [
    .target(name: "ScreenTimeSystem"),
    .target(name: "FoundationAdditions", dependencies: ["ScreenTimeSystem"]),
    .target(name: "OSLog", dependencies: ["ScreenTimeSystem", "FoundationAdditions"]),
    .target(name: "os", dependencies: ["OSLog"]),
    .target(name: "UIKit", dependencies: ["FoundationAdditions"]),
    .target(name: "_Testing_UIKit"),
    .target(name: "UserNotifications", dependencies: ["ScreenTimeSystem", "FoundationAdditions"]),
    .target(name: "WidgetKit", dependencies: ["ScreenTimeSystem", "FoundationAdditions"]),
    .target(name: "ManagedSettings", dependencies: ["ScreenTimeSystem", "FoundationAdditions"]),
    .target(name: "ManagedSettingsUI", dependencies: ["ManagedSettings", "UIKit"]),
    .target(name: "FamilyControls", dependencies: ["ScreenTimeSystem", "FoundationAdditions", "ManagedSettings"]),
    .target(
      name: "DeviceActivity",
      dependencies: [
        "ScreenTimeSystem", "FoundationAdditions", "ManagedSettings", "Scheduler", "SchedulerCivilTime",
        "SchedulerPlatform",
      ]),
    .target(name: "CVirtualClock"),
    .target(name: "CVirtualPreferences"),
    .target(name: "VirtualTime", dependencies: ["CVirtualClock"]),
    .target(
      name: "ScreenTimeTesting",
      dependencies: frameworks + [
        "ScreenTimeSystem", "FoundationAdditions", "VirtualTime", "CVirtualPreferences", "Scheduler",
        "SchedulerCivilTime", "SchedulerJSON", "SchedulerPlatform", "SchedulerStore", "_Testing_UIKit",
      ]),
    .testTarget(
      name: "ScreenTimeTests",
      dependencies: frameworks + [
        "ScreenTimeTesting", "ScreenTimeSystem", "FoundationAdditions", "VirtualTime", "Scheduler",
        "SchedulerCivilTime", "SchedulerJSON", "SchedulerPlatform", "TestSupport",
      ],
      exclude: ["Conformance/observations.json"]),
    .testTarget(
      name: "AppSourceTests",
      dependencies: appSources.map { .byName(name: $0.name) } + [
        "ScreenTimeTesting", "DeviceActivity", "FamilyControls", "ManagedSettings", "ManagedSettingsUI",
      ]),
    .testTarget(
      name: "ScreenTimeDaemonTests",
      dependencies: ["ScreenTimeTesting", "DeviceActivity", "ManagedSettings", "ProgramTesting", "schedctl"]),
  ]
  targets.append(
    .executableTarget(
      name: "ScreenTimeBenchmark", dependencies: ["ScreenTimeTesting", "DeviceActivity", "ManagedSettings"],
      path: "Tests/Benchmarks/ScreenTime"))
  products.append(.library(name: "ScreenTimeTesting", targets: appleShaped + shims + ["ScreenTimeTesting"]))
#endif

// libFuzzer and the address sanitizer need flags that a package with dependents may not use, on all that is fuzzed:
// the fuzzers exist only when asked for.
if Context.environment["SCHEDCTL_FUZZ"] == "1" {
  products = []
  let fuzzed = [
    "SchedulerDiagnostics", "SchedulerTOML", "SchedulerCivilTime", "SchedulerJSON", "SchedulerStore", "Scheduler",
    "CSchedulerLinux", "SchedulerPlatform", "SchedulerEnforcement", "SchedulerInstance", "SchedulerDaemon",
  ]
  targets = targets.filter { fuzzed.contains($0.name) }
  targets += [
    .executableTarget(
      name: "TOMLFuzzer", dependencies: ["SchedulerTOML", "SchedulerDiagnostics"], path: "Tests/Fuzzers/TOMLFuzzer"),
    .executableTarget(name: "TZifFuzzer", dependencies: ["SchedulerCivilTime"], path: "Tests/Fuzzers/TZifFuzzer"),
    .executableTarget(
      name: "VarlinkFuzzer", dependencies: ["SchedulerDaemon", "Scheduler", "SchedulerCivilTime", "SchedulerJSON"],
      path: "Tests/Fuzzers/VarlinkFuzzer"),
    .executableTarget(name: "NDEFFuzzer", dependencies: ["Scheduler"], path: "Tests/Fuzzers/NDEFFuzzer"),
  ]
  for target in targets {
    target.swiftSettings = [.unsafeFlags(["-sanitize=fuzzer,address", "-parse-as-library"])]
    target.linkerSettings = [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]
  }
}

// The flags of the release file, which `.ci/build-release` and the line in the README ask for. They are internal to the
// compiler, and packages that depend on this one may not pass them on: without the variable everything builds without
// them, a little larger and slower to start.
if Context.environment["SCHEDCTL_RELEASE"] == "1" {
  // The compiler knows the layout of generic types. Without these flags the program looks them up by name at run time,
  // once for each type, which is half the time of a short command. Sections let the linker drop unused functions.
  let direct = ["-function-sections", "-disable-type-layout", "-disable-concrete-type-metadata-mangled-name-accessors"]
  let inC = ["CSchedulerLinux", "CTesting", "CVirtualClock", "CVirtualPreferences"]
  for target in targets where !inC.contains(target.name) {
    // A command runs most code of these modules once. Small code is read from disk sooner, which saves more time than
    // fast code would.
    let short = [
      "SchedulerDaemon", "SchedulerDiagnostics", "SchedulerEnforcement", "SchedulerInstance", "SchedulerPlatform",
      "SchedulerStore", "SchedulerUsage", "ShieldPage", "schedctl",
    ]
    let isShort = short.contains(target.name)
    let flags = direct.flatMap { ["-Xfrontend", $0] } + (isShort ? ["-Osize"] : [])
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(flags, .when(configuration: .release))]
  }
  // The linker drops what is unused and merges identical functions: the file is a tenth smaller. The
  // script drops the unwind tables, another tenth.
  let script = "\(Context.packageDirectory)/.ci/without-unwind-tables.ld"
  for target in targets where target.name == "schedctl" {
    let options = ["--icf=all", "--no-eh-frame-hdr", "-T", script]
    target.linkerSettings = [
      .unsafeFlags(["-use-ld=lld"] + options.flatMap { ["-Xlinker", $0] }, .when(configuration: .release))
    ]
  }
}

// Builds one target and what it depends on, and nothing else: quick, and the sanitizers need no more.
if let only = Context.environment["SCHEDCTL_ONLY"] {
  let dependencies = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0.dependencies) })
  var kept: Set<String> = []
  var found = [only]
  while let name = found.popLast() {
    guard kept.insert(name).inserted else { continue }
    for case .byNameItem(let dependency, _) in dependencies[name] ?? [] { found.append(dependency) }
  }
  targets.removeAll { !kept.contains($0.name) }
  products = []
}

let package = Package(
  name: "schedctl",
  products: products,
  dependencies: [],
  targets: targets,
  swiftLanguageModes: [.v6]
)
