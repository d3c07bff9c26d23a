/// Version of the product; follows semantic versioning.
public let schedulerVersion = "0.1.0"
