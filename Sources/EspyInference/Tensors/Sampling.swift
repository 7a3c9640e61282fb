/// How pixels are brought to another size.
package enum Sampling: Sendable, Equatable {
    /// The four nearest pixels, weighed by distance, however far the picture shrinks: ``BilinearResize``. What the
    /// reference script does, and with it most models were trained.
    case plain
    /// The mean of all covered pixels where the picture shrinks, bilinear where it grows. Small things and fine
    /// textures survive.
    case smooth
}
