import ArgumentParser

// Verbs without arguments of their own; the parser needs a type for each of them.

struct CtlPause: CtlZoneRequest {
    static let verb = "pause"
    @OptionGroup var zone: CtlZone
    @OptionGroup var options: CtlOptions
}

struct CtlResume: CtlZoneRequest {
    static let verb = "resume"
    @OptionGroup var zone: CtlZone
    @OptionGroup var options: CtlOptions
}

struct CtlNext: CtlZoneRequest {
    static let verb = "next"
    @OptionGroup var zone: CtlZone
    @OptionGroup var options: CtlOptions
}

struct CtlAcknowledge: CtlZoneRequest {
    static let verb = "acknowledge"
    @OptionGroup var zone: CtlZone
    @OptionGroup var options: CtlOptions
}

struct CtlReload: CtlRequest {
    static let verb = "reload"
    @OptionGroup var options: CtlOptions
}
