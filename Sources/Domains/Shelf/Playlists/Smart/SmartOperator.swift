/// How a rule compares; `SmartField.operators` says which of these a field has.
package enum SmartOperator: String, Sendable, CaseIterable {
    case `is`, isNot, contains, containsNot, startsWith, endsWith
    case greaterThan, lessThan, between, atLeast
    case before, after
    /// Within so many days before now.
    case inTheLast, notInTheLast
    case isTrue, isFalse
}
