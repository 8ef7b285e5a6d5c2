/// What somebody's link may at the moment that it is asked.
struct LinkPermit: Sendable {
    let rules: LinkRules
    let bounds: UploadBounds
}
