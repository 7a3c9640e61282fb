import Espy
import Testing

struct NamedTimeTests {
    @Test(arguments: [
        ("IMG_20190521_104552.jpg", 1_558_435_552), ("PXL_20190521_104552123.jpg", 1_558_435_552),
        ("Screenshot_2019-05-21_at_10.45.52.png", 1_558_435_552), ("2019-05-21 10.45.52.jpg", 1_558_435_552),
        ("telegram_2019-05-21_10-45-52.jpg", 1_558_435_552), ("20190521104552.jpg", 1_558_435_552),
        ("IMG-20190521-WA0003.jpg", 1_558_396_800), ("2019-05-21.jpg", 1_558_396_800),
        ("trip 2 2019-05-21.jpg", 1_558_396_800), ("19691231.jpg", -86_400),
    ])
    func datesInNames(_ name: String, _ seconds: Int) {
        #expect(NamedTime.seconds(in: name) == seconds)
    }

    @Test(arguments: [
        "DSC_1234.jpg", "IMG_4120.jpg", "20191321.jpg", "2019-02-30.jpg", "120190521.jpg", "201905211.jpg",
        "10000-20000.jpg", "2019.jpg", "",
    ])
    func namesWithoutADate(_ name: String) {
        #expect(NamedTime.seconds(in: name) == nil)
    }
}
