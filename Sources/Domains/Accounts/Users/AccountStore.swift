/// All that accounts keep, for those who need more than one part of it.
package typealias AccountStore = CredentialStore & DeviceKeyStore & LinkStore & UserStore
