/// All that accounts keep, for those who need more than one part of it.
package typealias AccountStore = CredentialStore & LinkStore & UserStore
