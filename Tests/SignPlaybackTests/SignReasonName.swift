import SignFiles
import SignTestSupport

/// The names of the reasons that only signs have; a new one does not compile here until it is named, and its test fails until
/// two files have it.
enum SignReasonName: String, CaseIterable {
    case color, speedAndCycle, cycleWithinPauses, font, board, needsRestart, layout
    case noContent, unknownPixel, firstOffset, cueInTurns, tooDeep, partsTooLarge, ticks
    case exclusiveKeys, duplicateName, areaOutside, fieldName, field, schedule, zone, markup, image, unknownCue,
        fieldOutsideText, placedInList, onlyInList, tooWide, tooHigh, noExtent, nothingToFill, repeatedHead, noEffect,
        noSpace,
        unscrollable

    /// The names of all reasons.
    static var all: Set<String> {
        Set(allCases.map(\.rawValue) + SettingsReasonName.allCases.map(\.rawValue))
    }

    /// The name of a reason.
    static func of(_ reason: SignReason) -> String {
        if case .settings(let reason) = reason { return SettingsReasonName(reason).rawValue }
        return SignReasonName(reason)?.rawValue ?? ""
    }

    private init?(_ reason: SignReason) {
        switch reason {
        case .settings: return nil
        case .color: self = .color
        case .speedAndCycle: self = .speedAndCycle
        case .cycleWithinPauses: self = .cycleWithinPauses
        case .font: self = .font
        case .board: self = .board
        case .needsRestart: self = .needsRestart
        case .layout: self = .layout
        case .exclusiveKeys: self = .exclusiveKeys
        case .duplicateName: self = .duplicateName
        case .areaOutside: self = .areaOutside
        case .part(.noContent): self = .noContent
        case .part(.unknownPixel): self = .unknownPixel
        case .part(.firstOffset): self = .firstOffset
        case .part(.cueInTurns): self = .cueInTurns
        case .part(.tooDeep): self = .tooDeep
        case .part(.tooLarge): self = .partsTooLarge
        case .part(.ticks): self = .ticks
        case .part(.placedInList): self = .placedInList
        case .part(.onlyInList): self = .onlyInList
        case .part(.repeatedHead): self = .repeatedHead
        case .part(.noEffect): self = .noEffect
        case .part(.tooWide): self = .tooWide
        case .part(.tooHigh): self = .tooHigh
        case .part(.noExtent): self = .noExtent
        case .part(.nothingToFill): self = .nothingToFill
        case .part(.noSpace): self = .noSpace
        case .part(.unscrollable): self = .unscrollable
        case .fieldName: self = .fieldName
        case .field: self = .field
        case .schedule: self = .schedule
        case .zone: self = .zone
        case .markup: self = .markup
        case .image: self = .image
        case .fieldOutsideText: self = .fieldOutsideText
        case .unknownCue: self = .unknownCue
        }
    }
}
