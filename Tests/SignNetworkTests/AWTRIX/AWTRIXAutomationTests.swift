import PixelGraphics
import Settings
import SignFiles
import SignHost
import SignPlayback
import SignTestSupport
import Testing

@testable import SignNetwork

/// Messages as automations of homes send them: a sign shows each, and names what it ignores of it.
@Suite struct AWTRIXAutomationTests {
    private static let messages: [(json: String, ignored: String?)] = [
        (#"{"text":"Front door is open","icon":"warning","hold":true,"color":"FF3300","wakeup":true}"#, nil),
        (#"{"text":"Laundry is done","icon":"2056","repeat":3,"sound":"bell","loopSound":false}"#, nil),
        (#"{"text":"21.5°C","icon":"2056","lifetime":900,"pushIcon":2,"textCase":2}"#, nil),
        (#"{"text":"3.2 kW","color":[0,255,0],"progress":64,"progressC":"00FF00","progressBC":[20,20,20]}"#, nil),
        (#"{"text":"78 %","icon":"battery","progress":"78","duration":"8"}"#, nil),
        (#"{"bar":[0.21,0.19,0.24,0.3,0.28,0.22],"icon":"lightning","color":"FFC800","autoscale":true}"#, nil),
        (#"{"line":[17,17.5,18.2,19,19.4,18.8],"text":"","color":[0,160,255]}"#, nil),
        (##"{"draw":[{"df":[1,1,6,6,"#804000"]},{"dt":[10,1,"Bins","#FFFFFF"]}],"lifetime":43200}"##, nil),
        (#"{"text":"Happy birthday","rainbow":true,"duration":20,"stack":true}"#, nil),
        (##"{"text":"Good night","gradient":["#FF00FF","#0000FF"],"noScroll":true}"##, nil),
        (#"{"text":[{"t":"In ","c":"FFFFFF"},{"t":"19","c":"FF0000"},{"t":" out 7","c":"00A0FF"}]}"#, nil),
        (#"{"text":"Ding dong","rtttl":"ring:d=4,o=5,b=180:g,e","hold":false,"stack":false}"#, "rtttl"),
        (##"{"draw":[{"dl":[0,7,31,0,"#00FF00"]},{"dc":[16,4,3,[255,0,0]]},{"dp":[0,0,"#FFF000"]}]}"##, nil),
        (
            #"{"text":"Rain at 5 pm","icon":"rain","overlay":"rain","effect":"Matrix","effectSettings":{"speed":4}}"#,
            "effectSettings"
        ),
        (#"{"text":"09:41","textOffset":4,"center":false,"topText":true}"#, nil),
        (#"{"text":"ACME 102.5 (+1.3)","scrollSpeed":60,"background":"001000","repeat":2}"#, nil),
        (#"{"text":"ALARM","blinkText":400,"background":[120,0,0],"stack":false,"hold":true}"#, nil),
        (#"{"text":"Printing","icon":"gear","pushIcon":0,"progress":41.7,"save":true}"#, "save"),
        (#"{"text":"Now: A <long> song & {more}","bounce":true,"fadeText":1200,"pos":1}"#, "pos"),
        (##"{"draw":[{"db":[0,0,3,2,[16711680,65280,255,0,16777215,8388608]]}],"duration":10,"clients":[]}"##, nil),
    ]

    /// What the templates of another collection make: blanks and tabs of the template, halves of pixels, texts without a colour, and
    /// keys of their own.
    private static let templates: [(json: String, ignored: String?)] = [
        (
            """
            {\n  "draw": [ {"dp": [8,7,"#1A9BFC"]},\t{"dp": [9,7,"#2EC4B6"]},
              {"dt":[10.5,1,"21.4°","#2EC4B6"]} , {"db":[23,0,2,2,[\n 0,\t54970,\t63390,\t0 ]]} ],
             "icon": "w-cloudy", "duration": 30, "pushIcon": 2, "lifetime": 120, "weather": "cloudy" }
            """, "weather"
        ),
        (
            ##"{"draw":[{"db":[0,1,2,2,[0,15657727,65536,256]]},{"dt":[6,2,"45%"]},{"dl":[19,1,19,3,"#00ffaa"]},{"dl":[20,7,19,5,"#00ffaa"]},{"dl":[22,7,22,3,"#FF8C00"]},{"dt":[25,1,"7","#FF8C00"]}],"lifetime":620,"lifetimeMode":1}"##,
            "lifetimeMode"
        ),
        (##"{"draw":[{"db":[23,0,3,2,[0,63313,0,36833,0,9538]]},{"dl":[23,6,27,6,"#9CD84E"]}]}"##, nil),
        (#"{"text":"open", "icon":"53195", "sound":""}"#, nil),
        (##"{"text": "error", "icon":"53227", "color":"#FFFF00", "sound":"s:d=4,o=5,b=45:32d,32g#"}"##, "sound"),
        (##"{"icon":"w-sunset", "text":[{"t":"2", "c":"#ffffff"},{"t":"h", "c":"#9c9d97"}], "duration": 30}"##, nil),
    ]

    @Test("a sign shows what automations send")
    func shown() throws {
        let file = try SignFile(parsing: "messages: []\n", path: "s.yaml")
        let player = try SignPlayer(file, size: Size(width: 32, height: 8), fonts: SignFileLoader.fonts, start: .zero)
        let subject = try #require(player.previewSubject(zone: nil, at: .zero))
        let preview = MessagePreview(fonts: SignFileLoader.fonts)
        let means = AWTRIXMeans(cues: ["bell"]) { _ in false }
        for (json, ignored) in Self.messages + Self.templates {
            let object = try JSONValue(parsing: Array(json.utf8))
            for app in ["home", nil] {
                let message = AWTRIXMessage(object, app: app, means)
                // A number whose file is not there is an icon that the sign does not have; apps have no hold.
                let named = message.ignored.keys.filter { $0 != "icon" && $0 != "hold" }
                expectEqual(named.isEmpty ? nil : named.joined(separator: ", "), ignored, "\(json)")
                let frame = try preview.frame(of: message.look, subject, format: .rgb)
                #expect(art(frame.canvas).contains("#"), "\(json)")
            }
        }
    }

    @Test("the calls of an integration of Home Assistant, which sends each as JSON, are taken")
    func integration() {
        let calls: [(AWTRIXRoute, name: String?, body: String)] = [
            (.notify, nil, #"{"text": "Hello", "icon": "1234"}"#), (.dismiss, nil, "{}"), (.nextApp, nil, "{}"),
            (.previousApp, nil, "{}"), (.custom, "oven", #"{"text": "200", "lifetime": 60}"#),
            (.custom, "oven", "{}"), (.settings, nil, ""), (.stats, nil, ""), (.power, nil, #"{"power": true}"#),
            (.setSettings, nil, #"{"BRI": 120, "ABRI": false}"#), (.setSettings, nil, #"{"ATRANS": true}"#),
            (.melody, nil, #""ring:d=4,o=5,b=100:g""#), (.sound, nil, #"{"sound": "bell"}"#),
            (.indicator1, nil, #"{"color": [255, 0, 0]}"#),
            (.indicator2, nil, #"{"color":[255,80,0],"blink":500,"fade":0}"#),
            (.indicator2, nil, #"{"color":"0"}"#), (.custom, "jeef_pollen", "{}"),
            (.moodlight, nil, #"{"brightness": 170, "kelvin": 2300}"#),
        ]
        let means = AWTRIXMeans(cues: ["bell"]) { _ in false }
        var memory = AWTRIXMemory()
        for (route, name, body) in calls {
            var exchange = AWTRIXExchange(
                route, name: name, body: Array(body.utf8), means, &memory, version: "1", uid: "bakery")
            while exchange.command != nil { exchange.take(.success([])) }
            expectEqual(exchange.response.status, 200, "\(route)")
        }
    }
}
