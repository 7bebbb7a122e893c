import Settings

/// The names of what can be wrong with every settings file, as broken files have them in their comments; a new reason does not
/// compile here until it is named.
package enum SettingsReasonName: String, CaseIterable {
    case tooLarge, notUTF8, controlCharacter, notYAML, tab, severalDocuments, notAMapping, duplicateKey, unknownKey
    case missingKey, wrongType, outOfRange, unknownValue
    case anchor, alias, tag, mergeKey, explicitKey, nesting

    package init(_ reason: SettingsReason) {
        switch reason {
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
