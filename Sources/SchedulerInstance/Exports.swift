// The modules whose types the public declarations of this one name: one import is enough for an embedder.
// `Scheduler` brings those that its own declarations name.
@_exported public import Scheduler
@_exported public import SchedulerPlatform
@_exported public import enum SchedulerJSON.JSONValue
