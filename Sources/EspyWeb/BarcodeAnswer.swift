import EspyBarcode
import EspyBase
import EspyPixels

/// Bar codes as a page gets them: the keys of `barcodes` in what `espy shelf --json` writes.
enum BarcodeAnswer {
    static func json(of image: RGBImage) throws(WebError) -> JSONValue {
        do throws(CancellationError) {
            return .array(try BarcodeReader().read(image.gray).map(json))
        } catch {
            throw WebError(code: "cancelled", detail: "it was stopped")
        }
    }

    private static func json(_ code: Barcode) -> JSONValue {
        JSONValue([
            "value": code.value.json, "symbology": .string(code.symbology.rawValue), "addOn": code.addOn?.json,
            "isbn": code.isbn?.value.json,
            "corners": .array(code.quad.corners.map { JSONValue(["x": $0.x.json, "y": $0.y.json]) }),
        ])
    }
}
