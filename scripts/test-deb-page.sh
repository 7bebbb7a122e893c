#!/usr/bin/env bash
# The page and the API of the installed service: read by scripts/test-deb.sh.
#
#   page_test     follows docs/page.md in the folder, from loopback to another machine of the network and to saving the sign file;
#                 the commands and the keys are those of the document
#
# The folder has a network of its own (192.0.2.1), and a second machine (192.0.2.2), the phone, is in it. Every step ends with a
# check of what the page answers, what systemd says of the unit, and what the journal has.

page_phone=
page_guide=docs/page.md

# Puts the phone into the folder's network.
page_network() {
    nsenter --target "${process:?}" --net ip link set lo up
    # Process of the phone's network; nsenter and unshare become it.
    nsenter --target "$process" --net unshare --net sleep infinity &
    page_phone=$!
    for _ in $(seq 50); do
        [ "$(cat "/proc/$page_phone/comm")" != sleep ] || break
        sleep 0.1
    done
    nsenter --target "$process" --net ip link add eth0 type veth peer name eth0 netns "$page_phone"
    nsenter --target "$process" --net ip addr add 192.0.2.1/24 dev eth0
    nsenter --target "$process" --net ip link set eth0 up
    nsenter --target "$page_phone" --net ip addr add 192.0.2.2/24 dev eth0
    nsenter --target "$page_phone" --net ip link set eth0 up
}

# Runs curl beside the sign, and on the phone.
here() { nsenter --target "$process" --net curl -q -sS -m 10 "$@"; }
phone() { nsenter --target "$page_phone" --net curl -q -sS -m 10 "$@"; }
# The status with which a request is answered; 000 without an answer.
status_of() { "$@" -o /dev/null -w '%{http_code}' 2>/dev/null || true; }
# Waits until a request is answered with a status.
answers() {
    local expected=$1
    shift
    for _ in $(seq 150); do
        [ "$(status_of "$@")" != "$expected" ] || return 0
        sleep 0.1
    done
    expect "the status of $*" "$(status_of "$@")" "$expected"
}
# Waits until an answer has a text, which is written without blanks.
shows() {
    local words=$1
    shift
    for _ in $(seq 100); do
        ! "$@" 2>/dev/null | tr -d ' ' | grep -F "$words" >/dev/null || return 0
        sleep 0.1
    done
    fail "the answer of $* has no $words: $("$@" 2>&1 | head -c 400 || true)"
}
# Waits until the status of the unit begins with some words, while the sign runs on and the journal has them.
complains() {
    for _ in $(seq 100); do
        [[ $(property StatusText) != "$1"* ]] || break
        sleep 0.1
    done
    [[ $(property StatusText) == "$1"* ]] || fail "the service says \"$(property StatusText)\" instead of \"$1\""
    expect "the service meanwhile" "$(property ActiveState)/$(property SubState)" active/running
    within "journalctl --no-pager --quiet --output=cat --unit ledsign.service" | grep -F "$1" >/dev/null || fail "the journal lacks \"$1\""
}
restart() { within "systemctl restart ledsign.service" || fail "the service does not start again"; }

# Prints the block of the guide after a line that has some words: its indented lines, without the indentation.
block() {
    awk -v words="$1" 'index($0, words) { found = 1; next }
        found && /^    / { sub(/^ +/, ""); print; shown = 1; next }
        found && shown && !/^$/ { exit }' "$page_guide" | grep . || fail "$page_guide has nothing after \"$1\""
}
# Runs the commands that the guide has after some words, all of them or those that begin with a word; it asks for sudo.
as_told() {
    local commands
    commands=$(block "$1" | grep "^sudo ${2-}")
    within "${commands//sudo /}" || fail "$page_guide: this does not work: $commands"
}

# Writes a sign of two modules' worth of text, and further lines.
page_sign() { printf 'board: max7219-32x8\nmessage: {name: open, text: Hello}\n%s\n' "$1" >"${root:?}/etc/ledsign/sign.yaml"; }

page_files() {
    say "the page: its files"
    local file
    while IFS= read -r -d '' file; do
        cmp "$file" "$root/usr/share/ledsign/$file" || fail "/usr/share/ledsign/$file"
    done < <(git -c safe.directory='*' ls-files -z -- web)
}

page_on_loopback() {
    say "the page: on this machine"
    local keys
    keys=$(block 'On the Pi itself' | sed 's/ *#.*//')
    page_sign "$keys"
    within "systemctl start ledsign.service" || fail "the service does not start"
    answers 200 here http://127.0.0.1:8080/
    here http://127.0.0.1:8080/ | cmp - web/index.html || fail "this is not the page"
    here http://127.0.0.1:8080/web/main.js | cmp - web/main.js || fail "this is not the page's program"
    shows '"width":32' here http://127.0.0.1:8080/api/v1/state
    shows '"text":"Hello"' here http://127.0.0.1:8080/api/v1/messages
    shows '"$schema"' here http://127.0.0.1:8080/api/v1/schema
    expect "what comes from the network" "$(status_of phone http://192.0.2.1:8080/)" 000
    expect "the status of the service" "$(property StatusText)" showing
    doctor_says 'ok http-address 127.0.0.1:8080 is taken by a sign that runs and serves its page'
    within "systemctl stop ledsign.service"
    doctor_says 'ok http-address 127.0.0.1:8080 is free for the page'
}

# Checks a line of the doctor, whose lines are wrapped.
doctor_says() {
    local said
    # There is no SPI device outside of the unit, so that the doctor finds a problem as well.
    said=$(within "ledsign doctor --sign /etc/ledsign/sign.yaml || true" | tr -s '[:space:]' ' ')
    [[ $said == *"$1"* ]] || fail "doctor does not say \"$1\": $said"
}

page_in_network() {
    say "the page: from the network, in three steps"
    local keys sign=http://192.0.2.1:8080 name words
    within "systemctl start ledsign.service"
    keys=$(block '1. In `/etc/ledsign/sign.yaml`')
    page_sign "$keys"
    as_told '2. Make the token'
    expect "the token file" "$(within 'stat -c "%U:%G %a" /etc/ledsign/token')" "root:ledsign 640"
    as_told '3. Restart the sign'
    token=$(within "$(grep -o 'sudo cat /etc/ledsign/token' "$page_guide" | head -n 1 | sed 's/sudo //')")
    # The other guide has the same three steps.
    for words in '1. In `/etc/ledsign/sign.yaml`' '2. Make the token' '3. Restart the sign'; do
        grep -F "$(block "$words")" docs/http.md >/dev/null || fail "docs/http.md lacks what $page_guide has after \"$words\""
    done
    name=$(within 'cat /proc/sys/kernel/hostname').local
    answers 200 phone "$sign/"
    phone "$sign/" | cmp - web/index.html || fail "this is not the page"
    expect "the page by its name" "$(status_of phone --resolve "$name:8080:192.0.2.1" "http://$name:8080/")" 200
    expect "the page by a foreign name" "$(status_of phone -H 'Host: evil.example' "$sign/")" 403
    page_with_token "$sign"
    expect "the status of the service" "$(property StatusText)" showing
    doctor_says 'ok http-token the token file /etc/ledsign/token can be used'
    doctor_says 'ok http-address 0.0.0.0:8080 is taken by a sign that runs and serves its page'
}

# Checks that the API wants the token, and does what it is asked to with it.
page_with_token() {
    local sign=$1 route bearer="Authorization: Bearer $token"
    for route in state messages variables stats sign schema picture.png schedule; do
        expect "/api/v1/$route without the token" "$(status_of phone "$sign/api/v1/$route")" 401
        expect "/api/v1/$route with the token" "$(status_of phone -H "$bearer" "$sign/api/v1/$route")" 200
    done
    expect "a wrong token" "$(status_of phone -H "$bearer-" "$sign/api/v1/state")" 401
    expect "a push without the token" "$(status_of phone --json '{"text":"No"}' "$sign/api/v1/messages")" 401
    expect "loopback without the token" "$(status_of here http://127.0.0.1:8080/api/v1/state)" 401
    expect "a push with the token" "$(status_of phone -H "$bearer" -X PUT --json '{"text":"Fresh bread","priority":5}' "$sign/api/v1/messages/bread")" 200
    expect "a push of another message" "$(status_of phone -H "$bearer" --json '{"text":"Cakes"}' "$sign/api/v1/messages")" 200
    shown_on_phone bread "$sign"
    expect "removing it" "$(status_of phone -H "$bearer" -X DELETE "$sign/api/v1/messages/bread")" 200
    shown_on_phone open "$sign"
    phone -o "${place:?}/session" -c "$place/cookies" --json "{\"token\":\"$token\"}" "$sign/session"
    expect "the state with the cookie" "$(status_of phone -b "$place/cookies" "$sign/api/v1/state")" 200
}
# Waits until a message is the one that is shown.
shown_on_phone() {
    for _ in $(seq 100); do
        phone -H "Authorization: Bearer $token" "$2/api/v1/messages" >"$place/messages" || true
        ! python3 -c 'import json, sys
messages = json.load(open(sys.argv[1]))["messages"]
sys.exit([m.get("name") for m in messages if m["state"] == "shown"] != [sys.argv[2]])' "$place/messages" "$1" 2>/dev/null || return 0
        sleep 0.1
    done
    fail "the message $1 is not shown: $(cat "$place/messages")"
}

page_refused() {
    say "the page: refused, while the sign runs on"
    local sign=http://192.0.2.1:8080
    within "chmod o+r /etc/ledsign/token"
    restart
    complains 'the page is not served: the token file /etc/ledsign/token can be read by everyone'
    expect "the page meanwhile" "$(status_of phone "$sign/")" 000
    doctor_says 'the token file /etc/ledsign/token can be read by everyone'
    within "chmod o-r /etc/ledsign/token"
    answers 200 phone -H "Authorization: Bearer $token" "$sign/api/v1/state"
    eventually StatusText showing
    # Without its group the service cannot read it.
    within "chgrp root /etc/ledsign/token"
    restart
    complains 'the page is not served: the token file /etc/ledsign/token cannot be read: Permission denied'
    within "chgrp ledsign /etc/ledsign/token"
    answers 200 phone -H "Authorization: Bearer $token" "$sign/api/v1/state"
    # Without a token the file is refused; the sign stays as it was, also after a restart.
    page_sign 'http: {listen: 0.0.0.0:8080}'
    local words='keeping the previous sign: /etc/ledsign/sign.yaml:3:16: "token" is missing'
    within "systemctl reload ledsign.service"
    complains "$words"
    restart
    complains "$words"
    answers 401 phone "$sign/api/v1/state"
    if within "ledsign check /etc/ledsign/sign.yaml" >"$place/check" 2>&1; then fail "check finds nothing"; fi
    grep -F '/etc/ledsign/sign.yaml:3:16: "token" is missing' "$place/check" >/dev/null || fail "check says: $(cat "$place/check")"
}

page_edited() {
    say "the page: the sign file is saved"
    local sign=http://192.0.2.1:8080 bearer="Authorization: Bearer $token" keys tag first
    keys=$(block '1. In `/etc/ledsign/sign.yaml`' | sed 's/}/, edit: yes}/')
    page_sign "$keys"
    restart
    answers 200 phone -H "$bearer" "$sign/api/v1/sign"
    sed 's/Hello/Saved/' "$root/etc/ledsign/sign.yaml" >"$place/draft"
    tag=$(phone -H "$bearer" -D - -o "$place/read" "$sign/api/v1/sign" | tr -d '\r' | sed -n 's/^etag: //Ip')
    cmp "$place/read" "$root/etc/ledsign/sign.yaml" || fail "the sign file is not read as it is"
    # As it is installed, the unit reads alone.
    expect "saving in the unit as it is" "$(page_save)" 500
    grep -F 'ReadWritePaths=' "$place/saved" >/dev/null || fail "the refusal names no fix: $(cat "$place/saved")"
    as_told 'The packaged service may not write its files' chown
    mkdir -p "$root/etc/systemd/system/ledsign.service.d"
    block 'add these lines' >"$root/etc/systemd/system/ledsign.service.d/override.conf"
    # What `systemctl edit` does afterwards.
    within "systemctl daemon-reload"
    as_told 'and restart the sign'
    answers 200 phone -H "$bearer" "$sign/api/v1/sign"
    first=$(property MainPID)
    expect "saving" "$(page_save)" 200
    cmp "$place/draft" "$root/etc/ledsign/sign.yaml" || fail "the file is not what was saved"
    expect "who may read the saved file" "$(within 'stat -c "%U %a" /etc/ledsign/sign.yaml')" "ledsign 644"
    shows '"text":"Saved"' phone -H "$bearer" "$sign/api/v1/messages"
    expect "the program after saving" "$(property MainPID)" "$first"
    expect "the status of the service" "$(property StatusText)" showing
    expect "saving over a newer file" "$(page_save)" 412
    expect "the versions" "$(phone -H "$bearer" "$sign/api/v1/sign/versions" | grep -o '"id"' | wc -l)" 1
    echo 'fields: {secret: {file: /etc/hostname}}' >>"$place/draft"
    tag=$(phone -H "$bearer" -D - -o /dev/null "$sign/api/v1/sign" | tr -d '\r' | sed -n 's/^etag: //Ip')
    expect "saving what reads other files" "$(page_save)" 403
    restart
    answers 401 phone "$sign/api/v1/state"
    shows '"text":"Saved"' phone -H "$bearer" "$sign/api/v1/messages"
    page_with_token "$sign"
    within "systemd-analyze security --no-pager --threshold=21 ledsign.service" >/dev/null || fail "the unit that may save exposes too much"
}
page_save() {
    phone -o "$place/saved" -w '%{http_code}' -X PUT -H "$bearer" -H "If-Match: $tag" -H 'Content-Type: application/yaml' \
        --data-binary "@$place/draft" "$sign/api/v1/sign"
}

page_of_configuration() {
    say "the page: http: of config.yaml"
    cp "$root/etc/ledsign/config.yaml" "$place/config.yaml"
    echo 'http: {listen: 192.0.2.1:8081, token: ./token}' >>"$root/etc/ledsign/config.yaml"
    page_sign ''
    restart
    answers 401 phone http://192.0.2.1:8081/api/v1/state
    shows '"text":"Hello"' phone -H "Authorization: Bearer $token" http://192.0.2.1:8081/api/v1/messages
    doctor_says 'ok http-address 192.0.2.1:8081 is taken by a sign that runs and serves its page'
    cat "$place/config.yaml" >"$root/etc/ledsign/config.yaml"
}

page_test() {
    local token
    page_network
    page_files
    page_on_loopback
    page_in_network
    page_refused
    page_edited
    page_of_configuration
    within "systemctl stop ledsign.service ledsign-dark.service"
    kill "$page_phone"
    rm -r "$root/etc/systemd/system/ledsign.service.d" "$root/etc/ledsign/token"
    within "chown root /etc/ledsign /etc/ledsign/sign.yaml; systemctl daemon-reload"
}
