/// The overlay that the compiler asks for in every file that imports both `Testing` and `UIKit`. On Apple's systems it
/// attaches images to tests. Without it such files would not compile.
@_exported import Testing
