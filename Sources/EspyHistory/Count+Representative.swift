import EspyBase
public import EspyCount
import EspyPixels
import Foundation

extension Count {
    /// The counted thing that stands best for all of them: surely one, whole, and of usual size and shape. Nil when
    /// nothing was counted.
    ///
    /// It is the one with the least sum of its doubt, of how far its area and its proportions lie from the median
    /// (absolute difference of natural logarithms), and of 1 if the border of the picture cuts it. Of equals, the
    /// first in reading order.
    public var representative: Detection? {
        let counted = main.filter { $0.width > 0 && $0.height > 0 }
        guard let area = median(counted.map { log($0.width * $0.height) }),
            let shape = median(counted.map { log($0.width / $0.height) })
        else { return nil }
        func strangeness(_ detection: Detection) -> Double {
            let size = abs(log(detection.width * detection.height) - area)
            let form = abs(log(detection.width / detection.height) - shape)
            return detection.doubt + size + form + (isCut(detection) ? 1 : 0)
        }
        return counted.map { ($0, strangeness($0)) }.min { $0.1 < $1.1 }?.0
    }

    private func isCut(_ detection: Detection) -> Bool {
        let rect = detection.rect
        return rect.x <= 0.5 || rect.y <= 0.5 || rect.maxX >= Double(width) - 0.5 || rect.maxY >= Double(height) - 0.5
    }
}
