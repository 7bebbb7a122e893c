import LiveValues

extension SignMarkup {
    /// Something that a text needs from a file, and where it names it.
    package struct Need: Equatable {
        package var resource: Resource
        package var offset: Int

        package enum Resource: Equatable {
            case font(String)
            case picture(String)
            case icons
        }
    }

    /// Everything that the text needs from files, in its order.
    package var needs: [Need] {
        var needs: [Need] = []
        for piece in pieces {
            if let font = piece.look.font { needs.append(Need(resource: .font(font), offset: piece.offset)) }
            switch piece.content {
            case .icon: needs.append(Need(resource: .icons, offset: piece.offset))
            case .image(let path): needs.append(Need(resource: .picture(path), offset: piece.offset))
            case .each(let each, let template):
                let start = piece.offset + 1 + each.templateOffset
                needs += template.needs.map { Need(resource: $0.resource, offset: start + $0.offset) }
            case .field(.value(let field)):
                for tag in field.conditions.flatMap(\.tags) {
                    guard let resource = Self.resource(of: tag) else { continue }
                    needs.append(Need(resource: resource, offset: piece.offset + 1 + tag.offset))
                }
            case .text, .field: continue
            }
        }
        return needs
    }

    private static func resource(of tag: FieldTag) -> Need.Resource? {
        switch MarkupTag.read(tag.words) {
        case .success(.icon): .icons
        case .success(.image(let path)): .picture(path)
        case .success(.look(.font(let name), _)): .font(name)
        default: nil
        }
    }
}
