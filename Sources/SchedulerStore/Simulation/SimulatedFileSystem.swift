/// A directory in memory that forgets what POSIX lets a disk forget.
///
/// What is written can be read at once, but survives a loss of power only if it was synchronised, and a name only if the
/// names were. Being a value it can be copied at any moment, so that one run is continued in many ways. The same calls and
/// seeds give the same bytes.
public struct SimulatedFileSystem: FileSystem, Sendable {
  /// What goes wrong.
  public var plan = FaultPlan()
  /// How many operations there were; all of `FileSystem` count but `close` and `unlock`, which cannot fail.
  public private(set) var operationCount = 0
  /// Whether the machine has stopped: everything fails until `crash` or `losePower`.
  public private(set) var isStopped = false

  /// The group of new files, of which nothing here depends.
  public var group: UInt32?

  private var files: [Int: SimulatedFile] = [:]
  private var fileCount = 0
  private var directory = Volatile(SimulatedNames())
  private var openFiles: [Int32: Int] = [:]
  /// How many files are open.
  var openFileCount: Int { openFiles.count }
  private var lastNumber: Int32 = 0
  private var locks: Set<String> = []

  private struct SimulatedFile: Sendable {
    var content: Volatile<SimulatedBytes>
    var permissions: UInt32
  }

  /// An empty directory on a machine without faults.
  public init() {}

  /// Ends the process, as SIGKILL does, and starts the machine again if it has stopped: what was written is there.
  public mutating func crash() {
    // A stop behind the last operation has been.
    plan.faults[operationCount] = nil
    openFiles = [:]
    locks = []
    isStopped = false
  }

  /// Loses the power and starts the machine again. What was not synchronised is there, in parts, or not, as the seed says.
  public mutating func losePower(seed: UInt64) {
    crash()
    var random = SeededRandom(seed: seed)
    directory.losePower(by: &random)
    for index in files.keys.sorted() { files[index]?.content.losePower(by: &random) }
  }

  /// The bytes of a file, nil for none. Setting them is no operation: the file has been as it is now for long.
  public subscript(name: String) -> [UInt8]? {
    get { directory.value.files[name].flatMap { files[$0]?.content.value.bytes } }
    set {
      directory.change(.remove(name))
      if let newValue { add(SimulatedBytes(bytes: newValue), name, permissions: 0o600) }
      directory.synchronize()
    }
  }

  private mutating func add(_ bytes: SimulatedBytes, _ name: String, permissions: UInt32) {
    files[fileCount] = SimulatedFile(content: Volatile(bytes), permissions: permissions)
    directory.change(.set(name, file: fileCount))
    fileCount += 1
  }

  /// Frees the files that have no name any more, nor can get one back.
  private mutating func freeUnnamed() {
    guard directory.isCertain else { return }
    let used = Set(directory.value.files.values).union(openFiles.values)
    for index in files.keys where !used.contains(index) { files[index] = nil }
  }
}

extension SimulatedFileSystem {
  /// The names, sorted by their bytes.
  public mutating func names() throws(FileSystemError) -> [String] {
    try begin(.list, ".")
    let names = directory.value.files.keys.sorted()
    try finish(.list, ".")
    return names
  }

  /// What is known of a file; everything here is a regular one.
  public mutating func metadata(of name: String) throws(FileSystemError) -> FileMetadata {
    try begin(.read, name)
    let file = try named(name)
    try finish(.read, name)
    return FileMetadata(kind: .regular, size: file.content.value.bytes.count, permissions: file.permissions)
  }

  /// Bytes of a file as processes see them.
  public mutating func read(_ name: String, from offset: Int, limit: Int) throws(FileSystemError) -> [UInt8] {
    try begin(.read, name)
    let bytes = try named(name).content.value.bytes
    try finish(.read, name)
    return Array(bytes.dropFirst(offset).prefix(limit))
  }

  /// Makes an empty file. Its name may be lost until the names are synchronised.
  public mutating func create(_ name: String, permissions: UInt32) throws(FileSystemError) -> OpenFile {
    try begin(.write, name, isChange: true)
    if directory.value.files[name] != nil { throw FileSystemError(.write, name, .exists) }
    add(SimulatedBytes(bytes: []), name, permissions: permissions)
    let file = opened(fileCount - 1, name)
    try finish(.write, name)
    return file
  }

  /// Gives a file permission bits, which no loss of power takes back.
  public mutating func protect(_ name: String, permissions: UInt32) throws(FileSystemError) {
    try begin(.protect, name, isChange: true)
    files[try file(.protect, name)]?.permissions = permissions
    try finish(.protect, name)
  }

  /// Opens a file for appending.
  public mutating func open(_ name: String) throws(FileSystemError) -> OpenFile {
    try begin(.write, name, isChange: true)
    let file = opened(try file(.write, name), name)
    try finish(.write, name)
    return file
  }

  /// Appends bytes, as many as the capacity has room for. They may be lost until the file is synchronised.
  public mutating func append(_ bytes: [UInt8], to file: OpenFile) throws(FileSystemError) {
    let index = openFiles[file.number]
    try begin(.write, file.name, isChange: true) { disk, fault in
      if let index { disk.write(Array(bytes.prefix(fault.byteCount)), index) }
    }
    let target = try checked(index, file, .write)
    let room = plan.capacity.map { max(0, $0 - usedBytes) } ?? bytes.count
    write(Array(bytes.prefix(room)), target)
    if room < bytes.count { throw FileSystemError(.write, file.name, .full) }
    try finish(.write, file.name)
  }

  /// Cuts a file. The cut may be undone until the file is synchronised.
  public mutating func truncate(_ file: OpenFile, to size: Int) throws(FileSystemError) {
    try begin(.write, file.name, isChange: true)
    files[try checked(openFiles[file.number], file, .write)]?.content.change(.truncate(to: size))
    try finish(.write, file.name)
  }

  /// Makes the bytes of a file survive a loss of power, unless an earlier attempt failed.
  public mutating func synchronize(_ file: OpenFile) throws(FileSystemError) {
    let index = openFiles[file.number]
    try begin(.synchronize, file.name) { disk, fault in
      if let index, fault.isFailure { disk.files[index]?.content.failToSynchronize() }
    }
    files[try checked(index, file, .synchronize)]?.content.synchronize()
    try finish(.synchronize, file.name)
  }

  /// Ends the use of an open file. Is no operation.
  public mutating func close(_ file: OpenFile) { openFiles[file.number] = nil }

  /// Gives a file a second name.
  public mutating func link(_ name: String, to newName: String) throws(FileSystemError) {
    try begin(.link, name, isChange: true)
    let file = try file(.link, name)
    if directory.value.files[newName] != nil { throw FileSystemError(.link, name, .exists) }
    directory.change(.set(newName, file: file))
    try finish(.link, name)
  }

  /// Gives a file another name. After a loss of power it has the old or the new one, or another change to the names has
  /// reached the disk without this one.
  public mutating func rename(_ name: String, to newName: String) throws(FileSystemError) {
    try begin(.rename, name, isChange: true)
    let file = try file(.rename, name)
    // Of two names of one file POSIX leaves both.
    if directory.value.files[newName] != file { directory.change(.rename(name, to: newName, file: file)) }
    try finish(.rename, name)
  }

  /// Removes a name.
  public mutating func remove(_ name: String) throws(FileSystemError) {
    try begin(.remove, name, isChange: true)
    _ = try file(.remove, name)
    directory.change(.remove(name))
    try finish(.remove, name)
  }

  /// Makes the names survive a loss of power, unless an earlier attempt failed.
  public mutating func synchronizeNames() throws(FileSystemError) {
    try begin(.synchronize, ".") { disk, fault in
      if fault.isFailure { disk.directory.failToSynchronize() }
    }
    directory.synchronize()
    freeUnnamed()
    try finish(.synchronize, ".")
  }

  /// Takes a lock, which goes with the process.
  public mutating func lock(_ name: String) throws(FileSystemError) {
    try begin(.lock, name, isChange: true)
    if directory.value.files[name] == nil { add(SimulatedBytes(bytes: []), name, permissions: 0o600) }
    guard locks.insert(name).inserted else { throw FileSystemError(.lock, name, .inUse(by: nil)) }
    try finish(.lock, name)
  }

  /// Whether a name leads to an open file of so many bytes. Is no operation.
  public mutating func isInPlace(_ file: OpenFile, size: Int) -> Bool {
    guard let index = openFiles[file.number] else { return false }
    return directory.value.files[file.name] == index && files[index]?.content.value.bytes.count == size
  }

  /// Gives a lock back. Is no operation.
  public mutating func unlock(_ name: String) { locks.remove(name) }
}

extension SimulatedFileSystem {
  /// Counts an operation, and throws when the plan has something against it.
  ///
  /// - Parameter leave: does what the fault leaves of the operation.
  private mutating func begin(
    _ action: FileSystemError.Action, _ name: String, isChange: Bool = false,
    leave: (inout Self, FaultPlan.Fault) -> Void = { _, _ in }
  ) throws(FileSystemError) {
    // An operation that failed by itself came not so far as to stop behind itself.
    if plan.faults[operationCount] == .stopAfter { isStopped = true }
    if isStopped { throw Self.stopped(action, name) }
    operationCount += 1
    if let fault = plan.faults[operationCount], fault != .stopAfter {
      leave(&self, fault)
      if let reason = fault.reason { throw FileSystemError(action, name, reason) }
      isStopped = true
      throw Self.stopped(action, name)
    }
    if plan.deniesPermission { throw FileSystemError(action, name, .permissionDenied) }
    if plan.isReadOnly && isChange { throw FileSystemError(action, name, .readOnly) }
    if name.isEmpty || name.utf8.contains(0) || name.utf8.contains(UInt8(ascii: "/")) {
      throw FileSystemError(action, name, .badName)
    }
  }

  /// Throws when the machine stops behind the operation.
  private mutating func finish(_ action: FileSystemError.Action, _ name: String) throws(FileSystemError) {
    guard plan.faults[operationCount] == .stopAfter else { return }
    isStopped = true
    throw Self.stopped(action, name)
  }

  private static func stopped(_ action: FileSystemError.Action, _ name: String) -> FileSystemError {
    FileSystemError(action, name, .system(code: 0, meaning: "the machine has stopped"))
  }

  private func file(_ action: FileSystemError.Action, _ name: String) throws(FileSystemError) -> Int {
    guard let file = directory.value.files[name] else { throw FileSystemError(action, name, .missing) }
    return file
  }

  /// A file that is to be read.
  private func named(_ name: String) throws(FileSystemError) -> SimulatedFile {
    guard let file = files[try file(.read, name)] else { throw FileSystemError(.read, name, .missing) }
    return file
  }

  private mutating func opened(_ index: Int, _ name: String) -> OpenFile {
    lastNumber += 1
    openFiles[lastNumber] = index
    return OpenFile(number: lastNumber, name: name)
  }

  private func checked(
    _ index: Int?, _ file: OpenFile, _ action: FileSystemError.Action
  ) throws(FileSystemError) -> Int {
    guard let index else { throw FileSystemError(action, file.name, .system(code: 9, meaning: "bad file descriptor")) }
    return index
  }

  private mutating func write(_ bytes: [UInt8], _ index: Int) {
    guard !bytes.isEmpty, let end = files[index]?.content.value.bytes.count else { return }
    files[index]?.content.change(.write(bytes, at: end))
  }

  /// The bytes of all files that have a name.
  private var usedBytes: Int {
    Set(directory.value.files.values).reduce(0) { $0 + (files[$1]?.content.value.bytes.count ?? 0) }
  }
}
