import LiveValues

extension SignFile {
    /// The sources that ask servers for the images of its messages.
    package var imageSources: [LiveSource] { LiveSource.images(of: messages) }
}
