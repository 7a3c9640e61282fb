/// With how many bits a model calculates.
public enum ModelPrecision: String, Sendable, CaseIterable {
    /// bfloat16 where the processor has instructions for it, which is about twice as fast; 32 bits elsewhere.
    case automatic
    /// 32 bits everywhere: results that agree with other runtimes in four to five digits.
    case f32
}
