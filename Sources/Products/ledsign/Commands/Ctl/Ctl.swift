import ArgumentParser

/// `ledsign ctl`: controls a running sign.
struct Ctl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ctl", abstract: "Control a running sign: messages, variables, motion, brightness, screenshots.",
        discussion: """
            A sign started with `ledsign run` accepts requests on a Unix socket. This command uses the socket given by \
            --socket, else $XDG_RUNTIME_DIR/ledsign.sock, else the socket of the service, /run/ledsign/ledsign.sock. The \
            sign file sets who may connect (control: group). With --url it uses the API of a sign over the network \
            (http: in its sign file); --token names the file with its token. These options may also stand before the \
            subcommand. Pushed messages and variables survive a restart of the sign.

            Examples:
              ledsign ctl push "Fresh bread" --priority urgent --for 10m
              ledsign ctl push "Closed today" --name closed --color red
              ledsign ctl remove closed
              ledsign ctl set score 3:1
              ledsign ctl screenshot sign.png
              ledsign ctl list --url http://sign.local:8080 --token ~/sign-token
            """,
        subcommands: [
            CtlPush.self, CtlRemove.self, CtlList.self, CtlSet.self, CtlUnset.self, CtlGet.self, CtlPause.self,
            CtlResume.self, CtlNext.self, CtlAcknowledge.self, CtlBrightness.self, CtlDrag.self, CtlCue.self,
            CtlPixels.self,
            CtlStats.self, CtlScreenshot.self, CtlReload.self,
        ])
}
