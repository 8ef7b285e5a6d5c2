import HTTPSupport

extension ReplyFormat {
    /// XML unless `f` requests another format.
    ///
    /// Throws for an unknown format, and for a JSONP callback that is missing or is more than names with dots between
    /// them: the page would run any other text as a script.
    init(_ parameters: RequestParameters) throws(SubsonicFailure) {
        switch parameters.first("f")?.lowercased() {
        case nil, "", "xml": self = .xml
        case "json": self = .json
        case "jsonp":
            guard let callback = parameters.first("callback") else {
                throw SubsonicFailure(.missingParameter, "jsonp needs the parameter callback")
            }
            guard let format = Self.jsonp(calling: callback) else {
                throw SubsonicFailure(.missingParameter, "callback must be the name of a function")
            }
            self = format
        default: throw SubsonicFailure(.missingParameter, "f must be xml, json or jsonp")
        }
    }

    /// The format of a failure, also where `f` and `callback` are the error: JSON for JSONP without a function, XML for
    /// an unknown format.
    static func ofFailure(_ parameters: RequestParameters) -> Self {
        if let format = try? Self(parameters) { return format }
        return parameters.first("f")?.lowercased() == "jsonp" ? .json : .xml
    }
}
