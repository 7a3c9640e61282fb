import EspyHTTP
import EspyServer
import Testing

struct MachineAddressTests {
    private func address(_ interface: String, _ text: String) -> MachineAddress {
        MachineAddress(interface: interface, text: text, isIPv6: text.contains(":"))
    }

    @Test func theNetworkOfTheHouseComesFirst() {
        let sorted = MachineAddress.sorted([
            address("docker0", "172.17.0.1"), address("eth0", "fd00::2"), address("eth0", "203.0.113.7"),
            address("wlan0", "192.168.1.5"), address("eth1", "172.20.3.4"), address("virbr0", "192.168.122.1"),
            address("eth2", "10.1.2.3"), address("eth3", "172.32.0.1"),
        ])
        #expect(
            sorted.map(\.text) == [
                "192.168.1.5", "172.20.3.4", "10.1.2.3", "203.0.113.7", "172.32.0.1", "fd00::2", "172.17.0.1",
                "192.168.122.1",
            ])
        #expect(sorted.map(\.host)[5] == "[fd00::2]")
    }

    /// The addresses of this machine: each one can be named by a Host field.
    @Test func ownAddressesCanBeNamed() {
        for address in MachineAddress.all() {
            #expect(HostField("\(address.host):80")?.name == address.text)
            #expect(address.text != "127.0.0.1")
            #expect(address.text != "::1")
        }
        for name in MachineAddress.names() {
            #expect(name == name.lowercased())
            #expect(!name.isEmpty)
        }
    }
}
