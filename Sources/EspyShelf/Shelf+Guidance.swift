extension Shelf {
    /// What the person with the camera had better do, and what was measured that says so.
    public struct Guidance: Codable, Sendable, Equatable {
        public enum Advice: String, Codable, Sendable, CaseIterable {
            /// Spines are seen well: nothing to do.
            case spineDetected
            case holdSteady
            case moveCloser
            case straighten
            case avoidGlare
            case moreLight
            /// No book is seen.
            case pointAtBooks
        }

        public enum Cause: String, Codable, Sendable, CaseIterable {
            case blur, motion, distance, tilt, glare, darkness, empty, clear
        }

        public var advice: Advice
        public var cause: Cause
        /// What was measured, in the unit of ``limit``; what that is depends on the cause.
        public var value: Double
        /// From where on the advice is given.
        public var limit: Double

        public init(_ advice: Advice, _ cause: Cause, value: Double, limit: Double) {
            self.advice = advice
            self.cause = cause
            self.value = value
            self.limit = limit
        }
    }

    /// Durations in milliseconds; 0 for what was not done.
    public struct Timings: Codable, Sendable, Equatable {
        /// From decoded pixels to outlined spines.
        public var spines: Double
        /// Reading bar codes.
        public var barcodes: Double
        /// Finding where there is text.
        public var text: Double
        /// Reading text on spines.
        public var reading: Double
        /// Everything from decoded pixels to the result.
        public var total: Double

        public init(
            spines: Double = 0, barcodes: Double = 0, text: Double = 0, reading: Double = 0, total: Double = 0
        ) {
            self.spines = spines
            self.barcodes = barcodes
            self.text = text
            self.reading = reading
            self.total = total
        }
    }
}
