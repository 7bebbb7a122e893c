import ArgumentParser
import ImageFiles
import Marquee

extension Direction: ExpressibleByArgument {}
extension ScrollPolicy: ExpressibleByArgument {}
extension HorizontalAlignment: ExpressibleByArgument {}
extension VerticalAlignment: ExpressibleByArgument {}
extension MotionRendering: ExpressibleByArgument {}
extension Overflow: ExpressibleByArgument {}
extension PanelStyle: ExpressibleByArgument {}
