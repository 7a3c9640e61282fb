import DataMatrix
import Testing

struct SymbolLayoutTests {
    @Test(arguments: SymbolSize.all)
    func `every data module belongs to one bit`(_ size: SymbolSize) {
        let layout = SymbolLayout.of(size)
        let data = layout.template.indices.filter { layout.template[$0] == SymbolLayout.data }
        #expect(layout.bits.count == 8 * size.codewords)
        #expect(layout.bits.map(Int.init).sorted() == data)
    }

    @Test(arguments: SymbolSize.all)
    func `the border is solid on two sides and alternates on the others`(_ size: SymbolSize) throws {
        let matrix = try SymbolEncoder(shape: .exact(size)).encode("7").matrix
        for row in 0..<size.rows {
            #expect(matrix[row, 0])
            #expect(matrix[row, size.columns - 1] == (row % 2 == 1))
        }
        for column in 0..<size.columns {
            #expect(matrix[size.rows - 1, column])
            #expect(matrix[0, column] == (column % 2 == 0))
        }
    }

    /// FNV-1a over the modules of "123456". libdmtx 0.7.5 draws the same modules for the standard sizes except 144x144,
    /// whose
    /// check codewords it distributes differently; zxing-cpp 3.1.1 reads every one.
    @Test(arguments: hashes)
    func `symbols match those of other writers`(_ expected: (size: String, hash: UInt64)) throws {
        let size = try #require(SymbolSize.all.first { $0.description == expected.size })
        let symbol = try SymbolEncoder(shape: .exact(size)).encode("123456")
        let hash = symbol.matrix.modules.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        #expect(hash == expected.hash)
    }

    @Test func `the example of the standard has its codewords`() throws {
        let symbol = try SymbolEncoder().encode("123456")
        #expect(symbol.size.description == "10x10")
        #expect(symbol.codewords == [142, 164, 186, 114, 25, 5, 88, 102])
        #expect(symbol.dataCodewords == [142, 164, 186])
    }
}

private let hashes: [(size: String, hash: UInt64)] = [
    ("10x10", 0x6822_EB7E_FFB0_57D0),
    ("12x12", 0x7F68_6D68_24B7_20CE),
    ("14x14", 0xC673_ABD9_30B8_11D0),
    ("16x16", 0xA25A_EC48_92B9_6938),
    ("18x18", 0x4315_71BF_4C11_388E),
    ("20x20", 0x743D_B67E_0136_41EC),
    ("22x22", 0x94C9_4449_59D7_DC32),
    ("24x24", 0xF4F5_95CE_5233_FA10),
    ("26x26", 0xDCDE_1337_77E2_6FAB),
    ("32x32", 0x88A6_2FB5_B4FC_B4CB),
    ("36x36", 0x785C_DB68_2D33_1279),
    ("40x40", 0x1D75_5C73_430C_08EC),
    ("44x44", 0xE7E3_8293_E240_E083),
    ("48x48", 0x0170_8C2C_8CA8_1217),
    ("52x52", 0x3F1A_30B3_6DE9_9267),
    ("64x64", 0xEAB5_9131_19B0_3C2D),
    ("72x72", 0x0101_8DAE_8428_14AB),
    ("80x80", 0xA8D3_B5F6_81A9_0C6B),
    ("88x88", 0x786E_17B0_6813_EC47),
    ("96x96", 0x465B_683A_312D_7662),
    ("104x104", 0x67B5_C008_4B61_95F5),
    ("120x120", 0x0546_623D_D468_DF48),
    ("132x132", 0x666A_AA65_FEBA_F5FB),
    ("144x144", 0x775F_7C15_AD9B_89F6),
    ("8x18", 0x8BF3_F111_CD97_AA09),
    ("8x32", 0x5B9C_251A_B148_5896),
    ("12x26", 0x1C78_62DE_424D_0925),
    ("12x36", 0x3C3C_24A3_0DC3_431B),
    ("16x36", 0xD8CE_66DD_C3F7_F0BF),
    ("16x48", 0x04DB_3F82_BA40_3F79),
    ("8x48", 0x1614_2C99_C983_B458),
    ("8x64", 0xD0AA_A2B1_4F1D_21DB),
    ("8x80", 0x591B_4F11_D70E_C13F),
    ("8x96", 0x358D_E070_8272_F4FD),
    ("8x120", 0x2746_85B1_8A2B_21FC),
    ("8x144", 0x0D95_3EBC_C719_3ECC),
    ("12x64", 0x231C_12BC_60E2_71AC),
    ("12x88", 0x5C28_3518_7E30_13DD),
    ("16x64", 0xD59E_96C7_5AE1_A601),
    ("20x36", 0x924D_629D_67BC_2436),
    ("20x44", 0xFE40_6DFB_8D51_C8B5),
    ("20x64", 0x1E20_B961_6796_D27D),
    ("22x48", 0x80EF_5102_38DE_882C),
    ("24x48", 0xCC8D_A71F_B0B5_A9AA),
    ("24x64", 0x141F_BB52_5DD8_9C2E),
    ("26x40", 0x9536_665B_BEF8_DB14),
    ("26x48", 0x7CAB_5278_BB80_4471),
    ("26x64", 0xD814_51F0_3536_8AC6),
]
