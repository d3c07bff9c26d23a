/// The version of the product, which follows semantic versioning.
public let schedulerVersion = "0.1.0"
