struct MessageParser {
    struct Output {
        let message: Message
        let padCount: Int
    }
    static func parse(_ codewords: [UInt8]) throws(MessageError) -> Output {
        var bytes: [UInt8] = []
        var index = 0
        while index < codewords.count {
            let value = codewords[index]
            index += 1
            switch value {
            case 1...128: bytes.append(value - 1)
            case 129:
                for place in index..<codewords.count where codewords[place] != Randomizer.pad(at: place + 1) {
                    throw .wrongPadding
                }
                return Output(message: Message(bytes: bytes), padCount: codewords.count - index + 1)
            case 130...229:
                bytes += [48 + (value - 130) / 10, 48 + (value - 130) % 10]
            case 235 where index < codewords.count && 1...128 ~= codewords[index]:
                bytes.append(codewords[index] + 127)
                index += 1
            default: throw .invalidCodeword
            }
        }
        return Output(message: Message(bytes: bytes), padCount: 0)
    }
}
