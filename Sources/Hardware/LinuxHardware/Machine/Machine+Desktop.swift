extension Machine {
    /// Programs that decide what monitors show, as the kernel has their names.
    private static let compositors: Set = [
        "Xorg", "labwc", "wayfire", "weston", "sway", "kwin_wayland", "gnome-shell", "cage", "kodi.bin", "lightdm",
        "gdm3", "sddm", "greetd", "plymouthd",
    ]

    /// The programs of a desktop that run, in alphabetical order; empty without a desktop.
    package var desktopPrograms: [String] { programs.intersection(Self.compositors).sorted() }
}
