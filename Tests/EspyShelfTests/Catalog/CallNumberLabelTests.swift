import EspyShelf
import Testing

/// Call numbers on labels, as networks read them.
@Suite struct CallNumberLabelTests {
    @Test(arguments: [
        (["599.744", "GRE"], "599.744 GRE"), (["813.54 AUS 1998"], "813.54 AUS 1998"), (["F", "823.914"], "F 823.914"),
        (["REF", "030", "ENC", "v.2"], "REF 030 ENC v.2"), (["QUARTO 709.2", "K58s"], "QUARTO 709.2 K58s"),
        (["QA76.73", ".S95", "2014", "v.2"], "QA76.73 .S95 2014 v.2"),
        (["QA", "76.73", ".S95", "B3"], "QA76.73 .S95 B3"),
        (["QA76.73.S95"], "QA76.73 .S95"), (["QC", "21", "H35", "c.2"], "QC21 .H35 c.2"),
        (["E", "184", ".A65"], "E184 .A65"),
        (["FIC", "ROW"], "FIC ROW"), (["E SEU"], "E SEU"), (["B", "LIN", "copy 2"], "B LIN copy.2"),
        (["J FIC", "Row"], "J FIC Row"),
        (["|599.5|", "— GRE"], "599.5 GRE"),
    ])
    func labelsAreRead(lines: [String], text: String) throws {
        let label = try #require(CallNumberLabel(lines))
        #expect(label.text == text)
        #expect(label.repairs == 0)
        #expect(CallNumber(label.text) != nil)
    }

    @Test(arguments: [
        (["599,744", "GRE"], "599.744 GRE", 0), (["599744", "GRE"], "599.744 GRE", 1),
        (["599", "744", "GRE"], "599.744 GRE", 1),
        (["5O9.744", "GRE"], "509.744 GRE", 1), (["8I3.54", "R0W"], "813.54 ROW", 2),
        (["QA76", ".S9S"], "QA76 .S95", 1),
        (["FIC", "R0W"], "FIC ROW", 1),
    ])
    func plainSlipsAreRepaired(lines: [String], text: String, repairs: Int) throws {
        let label = try #require(CallNumberLabel(lines))
        #expect(label.text == text)
        #expect(label.repairs == repairs)
    }

    @Test(arguments: [
        ["Winter Garden"], ["599"], ["FIC"], ["1984"], ["1984", "Orwell"], ["12.5", "ABC"], ["599.744", "G?E"],
        ["59.744", "GRE"],
        ["QA76"], ["QA76", "2014"], ["Seven Harbors", "599.744 GRE"], ["IOO.I", "GRE"],
        ["599.744", "Gre at", "Expectations"],
        ["599.744"], ["605", "2021"], ["607", "..48", "GRE"], ["554.09", "TUL", "KAG"], ["R. Sulgrave"], ["E", "S"],
        ["The", "Row"], [],
        [""], ["599..744", "GRE"], ["599.744.5", "GRE"],
    ])
    func othersAreNotGuessed(lines: [String]) { #expect(CallNumberLabel(lines) == nil, "\(lines)") }
}
