package import Primitives

/// Which of a person's device keys are meant.
package enum DeviceKeySelection: Sendable, Equatable {
    case one(ID<DeviceKey>)
    case all
}
