/// An invitation with who has to do with it.
package struct ListedInvitation: Sendable {
    package let invitation: Invitation
    /// Nil when it was the command line, or their account is gone.
    package let madeBy: String?
    package let usedBy: String?
    package let planName: String?

    package init(invitation: Invitation, madeBy: String?, usedBy: String?, planName: String?) {
        self.invitation = invitation
        self.madeBy = madeBy
        self.usedBy = usedBy
        self.planName = planName
    }
}
