import SignFiles
import SignTestSupport
import Testing

@testable import SignNetwork

/// Files for Avahi.
@Suite struct AvahiServicesTests {
    private func settings(_ addresses: String..., awtrix: Bool = false) -> HTTPSettings {
        var settings = HTTPSettings()
        settings.listen = addresses.compactMap { HTTPSettings.Endpoint($0) }
        settings.awtrix = awtrix
        return settings
    }

    @Test("a sign is a page; its port is that which other machines can reach")
    func page() {
        let services = AvahiServices(settings("127.0.0.1:80", "0.0.0.0:8081"), machine: "bakery")
        expectEqual(
            services?.text,
            """
            <?xml version="1.0" standalone="no"?>
            <!DOCTYPE service-group SYSTEM "avahi-service.dtd">
            <service-group>
              <name replace-wildcards="yes">ledsign on %h</name>
              <service>
                <type>_http._tcp</type>
                <port>8081</port>
                <txt-record>path=/</txt-record>
              </service>
            </service-group>

            """)
    }

    @Test("with awtrix it is a clock, too, with an id and a name")
    func clock() {
        let text = AvahiServices(settings("[::]:8080", awtrix: true), machine: "a&b")?.text ?? ""
        let expected = """
              <service>
                <type>_awtrix._tcp</type>
                <port>8080</port>
                <txt-record>id=a&amp;b</txt-record>
                <txt-record>name=a&amp;b</txt-record>
                <txt-record>type=awtrix3</txt-record>
              </service>
            </service-group>

            """
        expectEqual(String(text.suffix(expected.count)), expected)
    }

    @Test("a sign that only its own machine can reach has none")
    func loopback() {
        #expect(AvahiServices(settings("127.0.0.1:8080", "[::1]:80"), machine: "bakery") == nil)
    }
}
