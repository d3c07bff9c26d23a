// `import Scheduler` alone reads a configuration, asks a timeline and runs an engine: it brings instants, zones and
// diagnostics with it, and of the other modules the types that public declarations of this one name.

@_exported public import SchedulerCivilTime
@_exported public import SchedulerDiagnostics

@_exported public import struct SchedulerJSON.JSONError
@_exported public import struct SchedulerJSON.JSONObject
@_exported public import struct SchedulerJSON.JSONWriter
@_exported public import protocol SchedulerStore.FileSystem
@_exported public import struct SchedulerStore.FileSystemError
@_exported public import struct SchedulerStore.HistoryLine
@_exported public import struct SchedulerStore.SimulatedFileSystem
@_exported public import struct SchedulerStore.StateChange
@_exported public import enum SchedulerStore.StateLoss
@_exported public import enum SchedulerStore.StateStoreError
@_exported public import struct SchedulerTOML.Value
