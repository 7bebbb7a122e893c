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
        for (piece, offset) in flattened {
            if let font = piece.look.font { needs.append(Need(resource: .font(font), offset: offset)) }
            switch piece.content {
            case .icon: needs.append(Need(resource: .icons, offset: offset))
            case .image(let path): needs.append(Need(resource: .picture(path), offset: offset))
            case .field(.value(let field)):
                for tag in field.conditions.flatMap(\.tags) {
                    guard let resource = Self.resource(of: tag) else { continue }
                    needs.append(Need(resource: resource, offset: offset + 1 + tag.offset))
                }
            case .text, .field, .each: continue
            }
        }
        return needs
    }

    private static func resource(of tag: FieldTag) -> Need.Resource? {
        switch MarkupTag.read(tag.words) {
        case .success(.icon): .icons
        case .success(.image(let path)): .picture(path)
        case .success(.look(let look, _, _)): look.font.map { .font($0) }
        case .failure: nil
        }
    }
}
