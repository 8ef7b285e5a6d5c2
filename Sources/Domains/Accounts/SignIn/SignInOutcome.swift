/// Where a sign-in leads.
package enum SignInOutcome: Sendable {
    case signedIn(SignedIn)
    case step(SignInStep)
}
