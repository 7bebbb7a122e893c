#!/usr/bin/env bash
# What the installed service is sent, inside of its MemoryMax: read by scripts/test-deb.sh, after scripts/test-deb-page.sh.
#
#   memory_test     large pictures in the sign file and in drafts, and a broker that sends what no sign can take
#
# Every step ends with a look at the unit: the same program runs, and it was never killed.

# Makes pictures of 4096 x 4096 pixels, each of its own colours.
memory_pictures() {
    python3 - "$@" <<-'END'
		import struct, sys, zlib
		def chunk(kind, data):
		    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
		for number, path in enumerate(sys.argv[1:]):
		    row = bytes((x * (number + 1) + c * 85) % 256 for x in range(4096) for c in range(3))
		    packer, data = zlib.compressobj(1), b""
		    for y in range(4096):
		        data += packer.compress(b"\0" + row)
		    data += packer.flush()
		    with open(path, "wb") as file:
		        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 4096, 4096, 8, 2, 0, 0, 0))
		                   + chunk(b"IDAT", data) + chunk(b"IEND", b""))
	END
}

# The service runs on: the program is the one that was started, and it never needed three quarters of what the unit allows. (Where
# the kernel here has no memory controller of version 2, systemd could not end it for more.)
memory_held() {
    local peak limit
    expect "the program after $1" "$(property MainPID)" "$memory_first"
    expect "the restarts after $1" "$(property NRestarts)" "$memory_restarts"
    peak=$(within "sed -n 's/^VmHWM:[^0-9]*\([0-9]*\) kB/\1/p' /proc/$memory_first/status")
    limit=$(($(property MemoryMax) / 1024))
    say "  $1: at most $((peak / 1024)) MiB of $((limit / 1024))"
    [ "$peak" -lt $((limit * 3 / 4)) ] || fail "$1 takes $peak kB"
}

memory_started() {
    within "systemctl restart ledsign.service" || fail "the service does not start"
    memory_first=$(property MainPID)
    memory_restarts=$(property NRestarts)
}

memory_of_pictures() {
    say "memory: pictures"
    memory_pictures "${root:?}/etc/ledsign/"{one,two,three,four}.png
    printf 'board: max7219-32x8\nhttp: {edit: yes}\nmessages:\n  - {image: one.png, fit: contain, hold: 1s}\n  - {image: two.png, fit: contain, hold: 1s}\n' \
        >"$root/etc/ledsign/sign.yaml"
    within "ledsign check /etc/ledsign/sign.yaml" || fail "the pictures are inside the documented limits"
    memory_started
    memory_held "two pictures of 4096 x 4096"
    local draft='board: max7219-32x8\nhttp: {edit: yes}\nmessages:\n  - {image: three.png, fit: contain, hold: 1s}\n  - {image: four.png, fit: contain, hold: 1s}\n'
    for _ in 1 2 3 4 5; do
        # shellcheck disable=SC2059 # the draft has line ends as printf writes them
        expect "the status of a draft with two others" \
            "$(printf "$draft" | status_of here -H 'Content-Type: application/yaml' --data-binary @- \
                'http://127.0.0.1:8080/api/v1/sign/picture?at=1.5s')" 200
        sleep 0.3
    done
    memory_held "five drafts with two others"
    for _ in 1 2 3; do within "systemctl reload ledsign.service" || fail "the service does not reload"; done
    memory_held "three reloads"
    rm "$root"/etc/ledsign/*.png
}

memory_of_messages() {
    local kind broker wanted log=${place:?}/broker.log
    # What the broker prints once a message has gone by, and once the sign has given up and come again.
    for kind in "stream sent" "announce connection"; do
        wanted=${kind#* } kind=${kind% *}
        say "memory: a broker with messages of 256 MiB ($kind)"
        # It becomes the broker, in the network of the sign.
        nsenter --target "${process:?}" --net python3 Tests/HostileBroker/broker.py 127.0.0.1 18831 "$kind" \
            ledsign/bakery/message/x >"$log" 2>&1 &
        broker=$!
        printf 'board: max7219-32x8\nmqtt: {broker: "mqtt://127.0.0.1:18831", topic: ledsign/bakery}\nmessage: Hello\n' \
            >"$root/etc/ledsign/sign.yaml"
        memory_started
        for _ in $(seq 600); do
            [ "$(grep -c "$wanted" "$log")" -lt 2 ] || break
            sleep 0.1
        done
        [ "$(grep -c "$wanted" "$log")" -ge 2 ] || fail "the broker did not print $wanted: $(cat "$log")"
        within "journalctl --no-pager --quiet --output=cat --unit ledsign.service" |
            grep 'at ledsign/bakery/message/x is ignored' >/dev/null || fail "the journal does not name the message"
        memory_held "messages of 256 MiB ($kind)"
        kill $broker
        wait $broker 2>/dev/null || true
    done
}

memory_test() {
    local memory_first memory_restarts
    memory_of_pictures
    memory_of_messages
    within "systemctl stop ledsign.service ledsign-dark.service"
}
