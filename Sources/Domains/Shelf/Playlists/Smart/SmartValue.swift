/// What a rule compares with.
package enum SmartValue: Sendable, Equatable {
    case none
    case text(String)
    case number(Double)
    case numbers(Double, Double)
    /// `YYYY-MM-DD`.
    case date(String)
    case dates(String, String)
}
