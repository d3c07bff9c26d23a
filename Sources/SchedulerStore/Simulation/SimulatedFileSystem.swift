/// A directory in memory that loses everything that POSIX allows a disk to lose.
///
/// Written bytes can be read at once but survive a loss of power only if they were synchronised, and a name only if the
/// names were. It is a value and can be copied at any moment, so that one run can be continued in many ways. Equal
/// calls and seeds give equal bytes.
public struct SimulatedFileSystem: FileSystem, Sendable {
  /// The planned faults.
  public var plan = FaultPlan()
  /// The number of operations so far. All operations of `FileSystem` count except `close` and `unlock`, which cannot
  /// fail, and `startWriting`, `isInPlace`, `isPresent` and `restoreDirectory`, which change nothing.
  public private(set) var operationCount = 0
  /// The number of calls of each kind so far, among them those that are no operations.
  public private(set) var callCounts: [FaultPlan.Call: Int] = [:]
  /// Whether the machine has stopped. Every operation then fails until `crash` or `losePower`.
  public private(set) var isStopped = false

  /// The group of new files, which has no effect here.
  public var group: UInt32?

  private var files: [Int: SimulatedFile] = [:]
  private var fileCount = 0
  private var directory = Volatile(SimulatedNames())
  private var openFiles: [Int32: Int] = [:]
  /// The number of open files.
  var openFileCount: Int { openFiles.count }
  private var lastNumber: Int32 = 0
  private var locks: Set<String> = []

  private struct SimulatedFile: Sendable {
    var content: Volatile<SimulatedBytes>
    var permissions: UInt32
  }

  /// Creates an empty directory on a machine without faults.
  public init() {}

  /// Kills the process, as SIGKILL does, and restarts the machine if it has stopped. Written bytes are kept.
  public mutating func crash() {
    // A stop after the last operation has taken place.
    plan.faults[operationCount] = nil
    openFiles = [:]
    locks = []
    isStopped = false
  }

  /// Cuts the power and restarts the machine. Bytes and names that were not synchronised are kept, in part or not at
  /// all, as determined by the seed.
  public mutating func losePower(seed: UInt64) {
    crash()
    var random = SeededRandom(seed: seed)
    directory.losePower(by: &random)
    for index in files.keys.sorted() { files[index]?.content.losePower(by: &random) }
  }

  /// The bytes of a file; nil if it does not exist. Setting them is not an operation and makes them durable at once.
  public subscript(name: String) -> [UInt8]? {
    get { directory.value.files[name].flatMap { files[$0]?.content.value.bytes } }
    set {
      directory.change(.remove(name))
      if let newValue { add(SimulatedBytes(bytes: newValue), name: name, permissions: 0o600) }
      directory.synchronize()
    }
  }

  private mutating func add(_ bytes: SimulatedBytes, name: String, permissions: UInt32) {
    files[fileCount] = SimulatedFile(content: Volatile(bytes), permissions: permissions)
    directory.change(.set(name, file: fileCount))
    fileCount += 1
  }

  /// Frees the files that have no name and cannot get one back.
  private mutating func freeUnnamed() {
    guard directory.isCertain else { return }
    let used = Set(directory.value.files.values).union(openFiles.values)
    for index in files.keys where !used.contains(index) { files[index] = nil }
  }
}

extension SimulatedFileSystem {
  /// Returns the names, sorted by their bytes.
  public mutating func names() throws(FileSystemError) -> [String] {
    try begin(.list, as: .list, name: ".")
    let names = directory.value.files.keys.sorted()
    try finish(.list, name: ".")
    return names
  }

  /// Returns the properties of a file. All files are regular.
  public mutating func metadata(of name: String) throws(FileSystemError) -> FileMetadata {
    try begin(.stat, as: .read, name: name)
    let file = try named(name)
    try finish(.read, name: name)
    return FileMetadata(kind: .regular, size: file.content.value.bytes.count, permissions: file.permissions)
  }

  /// Returns bytes of a file as processes see them.
  public mutating func read(_ name: String, from offset: Int, limit: Int) throws(FileSystemError) -> [UInt8] {
    try begin(.read, as: .read, name: name)
    let bytes = try named(name).content.value.bytes
    try finish(.read, name: name)
    return Array(bytes.dropFirst(offset).prefix(limit))
  }

  /// Creates an empty file. Its name may be lost until the names are synchronised.
  public mutating func create(_ name: String, permissions: UInt32) throws(FileSystemError) -> OpenFile {
    try begin(.create, as: .write, name: name, isChange: true)
    if directory.value.files[name] != nil { throw FileSystemError(.write, name: name, reason: .exists) }
    add(SimulatedBytes(bytes: []), name: name, permissions: permissions)
    let file = opened(fileCount - 1, name: name)
    try finish(.write, name: name)
    return file
  }

  /// Sets permission bits, which are durable at once.
  public mutating func protect(_ name: String, permissions: UInt32) throws(FileSystemError) {
    try begin(.protect, as: .protect, name: name, isChange: true)
    files[try file(for: .protect, name: name)]?.permissions = permissions
    try finish(.protect, name: name)
  }

  /// Opens a file for appending.
  public mutating func open(_ name: String) throws(FileSystemError) -> OpenFile {
    try begin(.open, as: .write, name: name, isChange: true)
    let file = opened(try file(for: .write, name: name), name: name)
    try finish(.write, name: name)
    return file
  }

  /// Appends bytes up to the capacity. They may be lost until the file is synchronised.
  public mutating func append(_ bytes: [UInt8], to file: OpenFile) throws(FileSystemError) {
    let index = openFiles[file.number]
    try begin(.append, as: .write, name: file.name, isChange: true) { disk, fault in
      if let index { disk.write(Array(bytes.prefix(fault.byteCount)), to: index) }
    }
    let target = try checked(index, file: file, action: .write)
    let room = plan.capacity.map { max(0, $0 - usedBytes) } ?? bytes.count
    write(Array(bytes.prefix(room)), to: target)
    if room < bytes.count { throw FileSystemError(.write, name: file.name, reason: .full) }
    try finish(.write, name: file.name)
  }

  /// Truncates a file. The truncation may be undone until the file is synchronised.
  public mutating func truncate(_ file: OpenFile, to size: Int) throws(FileSystemError) {
    try begin(.truncate, as: .write, name: file.name, isChange: true)
    files[try checked(openFiles[file.number], file: file, action: .write)]?.content.change(.truncate(to: size))
    try finish(.write, name: file.name)
  }

  /// Makes the bytes of a file durable, unless an earlier attempt failed.
  public mutating func synchronize(_ file: OpenFile) throws(FileSystemError) {
    let index = openFiles[file.number]
    try begin(.synchronize, as: .synchronize, name: file.name) { disk, fault in
      if let index, fault.isFailure { disk.files[index]?.content.failToSynchronize() }
    }
    files[try checked(index, file: file, action: .synchronize)]?.content.synchronize()
    try finish(.synchronize, name: file.name)
  }

  /// Closes an open file. Not counted as an operation.
  public mutating func close(_ file: OpenFile) { openFiles[file.number] = nil }

  /// Gives a file a second name.
  public mutating func link(_ name: String, to newName: String) throws(FileSystemError) {
    try begin(.link, as: .link, name: name, isChange: true)
    let file = try file(for: .link, name: name)
    if directory.value.files[newName] != nil { throw FileSystemError(.link, name: name, reason: .exists) }
    directory.change(.set(newName, file: file))
    try finish(.link, name: name)
  }

  /// Renames a file. After a loss of power it may have either name, and other changes to names may be durable without
  /// this one.
  public mutating func rename(_ name: String, to newName: String) throws(FileSystemError) {
    try begin(.rename, as: .rename, name: name, isChange: true)
    let file = try file(for: .rename, name: name)
    // For two names of one file, POSIX keeps both.
    if directory.value.files[newName] != file { directory.change(.rename(name, to: newName, file: file)) }
    try finish(.rename, name: name)
  }

  /// Removes a name.
  public mutating func remove(_ name: String) throws(FileSystemError) {
    try begin(.remove, as: .remove, name: name, isChange: true)
    _ = try file(for: .remove, name: name)
    directory.change(.remove(name))
    try finish(.remove, name: name)
  }

  /// Makes the names durable, unless an earlier attempt failed.
  public mutating func synchronizeNames() throws(FileSystemError) {
    try begin(.synchronizeNames, as: .synchronize, name: ".") { disk, fault in
      if fault.isFailure { disk.directory.failToSynchronize() }
    }
    directory.synchronize()
    freeUnnamed()
    try finish(.synchronize, name: ".")
  }

  /// Takes a lock, which is released with the process.
  public mutating func lock(_ name: String) throws(FileSystemError) {
    try begin(.lock, as: .lock, name: name, isChange: true)
    if directory.value.files[name] == nil { add(SimulatedBytes(bytes: []), name: name, permissions: 0o600) }
    guard locks.insert(name).inserted else { throw FileSystemError(.lock, name: name, reason: .inUse(by: nil)) }
    try finish(.lock, name: name)
  }

  /// Releases a lock. Not counted as an operation.
  public mutating func unlock(_ name: String) { locks.remove(name) }

  /// Counts an operation and throws if the plan has a fault for it.
  ///
  /// - Parameter leave: applies the partial effect of the fault.
  private mutating func begin(
    _ call: FaultPlan.Call, as action: FileSystemError.Action, name: String, isChange: Bool = false,
    leave: (inout Self, FaultPlan.Fault) -> Void = { _, _ in }
  ) throws(FileSystemError) {
    // An operation that failed by itself does not reach a stop after it.
    if plan.faults[operationCount] == .stopAfter { isStopped = true }
    if isStopped { throw Self.stopped(action, name: name) }
    operationCount += 1
    if let fault = plan.faults[operationCount], fault != .stopAfter {
      leave(&self, fault)
      if let reason = fault.reason { throw FileSystemError(action, name: name, reason: reason) }
      isStopped = true
      throw Self.stopped(action, name: name)
    }
    if let reason = countedFailure(of: call) {
      leave(&self, .failure(reason))
      throw FileSystemError(action, name: name, reason: reason)
    }
    if plan.deniesPermission { throw FileSystemError(action, name: name, reason: .permissionDenied) }
    if plan.isReadOnly && isChange { throw FileSystemError(action, name: name, reason: .readOnly) }
    if name.isEmpty || name.utf8.contains(0) || name.utf8.contains(UInt8(ascii: "/")) {
      throw FileSystemError(action, name: name, reason: .badName)
    }
  }

  /// Counts a call and returns the reason for which it fails; nil if it does not.
  mutating func countedFailure(of call: FaultPlan.Call) -> FileSystemError.Reason? {
    callCounts[call, default: 0] += 1
    return plan.reason(for: call, number: callCounts[call] ?? 0)
  }

  /// Throws if the machine stops after the operation.
  private mutating func finish(_ action: FileSystemError.Action, name: String) throws(FileSystemError) {
    guard plan.faults[operationCount] == .stopAfter else { return }
    isStopped = true
    throw Self.stopped(action, name: name)
  }

  private static func stopped(_ action: FileSystemError.Action, name: String) -> FileSystemError {
    FileSystemError(action, name: name, reason: .system(code: 0, meaning: "the machine has stopped"))
  }

  private func file(for action: FileSystemError.Action, name: String) throws(FileSystemError) -> Int {
    guard let file = directory.value.files[name] else { throw FileSystemError(action, name: name, reason: .missing) }
    return file
  }

  /// Returns a file that is to be read.
  private func named(_ name: String) throws(FileSystemError) -> SimulatedFile {
    guard let file = files[try file(for: .read, name: name)] else {
      throw FileSystemError(.read, name: name, reason: .missing)
    }
    return file
  }

  /// Whether the name under which a file was opened still refers to it.
  func isNamed(_ file: OpenFile) -> Bool {
    openFiles[file.number].map { directory.value.files[file.name] == $0 } ?? false
  }

  /// Simulates a failed synchronisation of a file.
  mutating func failToSynchronize(_ file: OpenFile) {
    if let index = openFiles[file.number] { files[index]?.content.failToSynchronize() }
  }

  private mutating func opened(_ index: Int, name: String) -> OpenFile {
    lastNumber += 1
    openFiles[lastNumber] = index
    return OpenFile(number: lastNumber, name: name)
  }

  private func checked(_ index: Int?, file: OpenFile, action: FileSystemError.Action) throws(FileSystemError) -> Int {
    guard let index else {
      throw FileSystemError(action, name: file.name, reason: .system(code: 9, meaning: "bad file descriptor"))
    }
    return index
  }

  private mutating func write(_ bytes: [UInt8], to index: Int) {
    guard !bytes.isEmpty, let end = files[index]?.content.value.bytes.count else { return }
    files[index]?.content.change(.write(bytes, at: end))
  }

  /// The total size of all files that have a name.
  private var usedBytes: Int {
    Set(directory.value.files.values).reduce(0) { $0 + (files[$1]?.content.value.bytes.count ?? 0) }
  }
}
