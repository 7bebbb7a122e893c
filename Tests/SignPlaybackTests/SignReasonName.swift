import Settings
import SignFiles

/// The names of the reasons and features; a new one does not compile here until it is named, and fails below until two
/// files have it.
enum SignReasonName: String, CaseIterable {
    case tooLarge, notUTF8, controlCharacter, notYAML, tab, severalDocuments, notAMapping, duplicateKey, unknownKey
    case missingKey, wrongType, outOfRange, unknownValue
    case anchor, alias, tag, mergeKey, explicitKey, nesting
    case color, speedAndCycle, cycleWithinPauses, font, board, needsRestart, layout
    case noContent, unknownPixel, firstOffset, cueInTurns, tooDeep, partsTooLarge, ticks
    case exclusiveKeys, duplicateName, areaOutside, fieldName, field, schedule, zone, markup, image, unknownCue

    init(_ reason: SignProblem.Reason) {
        switch reason {
        case .settings(let fault): self.init(fault)
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
        case .fieldName: self = .fieldName
        case .field: self = .field
        case .schedule: self = .schedule
        case .zone: self = .zone
        case .markup: self = .markup
        case .image: self = .image
        case .unknownCue: self = .unknownCue
        }
    }

    private init(_ fault: SettingsReason) {
        switch fault {
        case .tooLarge: self = .tooLarge
        case .notUTF8: self = .notUTF8
        case .controlCharacter: self = .controlCharacter
        case .notYAML: self = .notYAML
        case .tab: self = .tab
        case .severalDocuments: self = .severalDocuments
        case .feature(.anchor): self = .anchor
        case .feature(.alias): self = .alias
        case .feature(.tag): self = .tag
        case .feature(.mergeKey): self = .mergeKey
        case .feature(.explicitKey): self = .explicitKey
        case .feature(.nesting): self = .nesting
        case .notAMapping: self = .notAMapping
        case .duplicateKey: self = .duplicateKey
        case .unknownKey: self = .unknownKey
        case .missingKey: self = .missingKey
        case .wrongType: self = .wrongType
        case .outOfRange: self = .outOfRange
        case .unknownValue: self = .unknownValue
        }
    }
}
