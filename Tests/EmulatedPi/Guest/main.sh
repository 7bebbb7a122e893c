#!/usr/bin/busybox sh
# shellcheck shell=dash
# What is tried on the emulated Pi. Every scenario marks its beginning and end in the recording of the registers, and prints
# what the checker needs; see SerialLog.swift.

number=0
mark() { pi-agent mark "$1" "$2"; }

# begin KIND BOARD [TEXT]
begin() {
    number=$((number + 1))
    echo "### begin $number $*"
    mark 1 $number
}
end() {
    mark 2 $number
    echo "### end $number"
}
give_file() {
    echo "### file $1"
    cat "$2"
    echo "### end-file"
}

# frames KIND BOARD TIME TEXT [OPTION...]: shows a text, and notes which frames were shown; again, twice at most, where the
# emulator stood still for so long that the guardian made the panel dark.
frames() {
    local kind=$1 board=$2 time=$3 text=$4
    shift 4
    for _ in 1 2 3; do
        begin "$kind" "$board" "$text"
        rm -f /tmp/frames
        ledsign show "$text" --board "$board" --for "$time" --stats --frame-log /tmp/frames "$@" 2>/tmp/errors || failed=1
        cat /tmp/errors
        give_file frames /tmp/frames
        end
        if ! grep -q '^made dark .*by the guardian' /tmp/errors; then break; fi
    done
}

# frames_of_file BOARD TIME TEXT: the same by a sign file.
frames_of_file() {
    begin frames-of-file "$1" "$3"
    rm -f /tmp/frames
    printf 'board: %s\nmessage:\n  text: %s\n' "$1" "$3" >/tmp/sign.yaml
    ledsign check /tmp/sign.yaml || failed=1
    ledsign run /tmp/sign.yaml --for "$2" --stats --frame-log /tmp/frames || failed=1
    give_file frames /tmp/frames
    end
}

# frames_of_images BOARD: a sign with two images, which come through the process that decodes them; again, twice at most, as above.
# It shows the middle of both, beside each other.
frames_of_images() {
    for _ in 1 2 3; do
        begin frames-of-images "$1"
        cat >/tmp/sign.yaml <<END
board: $1
control: {socket: none}
message:
  columns:
    - {image: /guest/first.jpg, width: 16}
    - {image: /guest/second.webp, width: 16}
END
        ledsign check /tmp/sign.yaml || failed=1
        ledsign run /tmp/sign.yaml --for 15s --stats 2>/tmp/errors || failed=1
        cat /tmp/errors
        end
        if ! grep -q '^made dark .*by the guardian' /tmp/errors; then break; fi
    done
}

# cues BOARD TIME: a sign whose timeline pulses two lines, which the checker finds in the recording: the line, the level of a
# pulse, the fewest pulses, the time between two of them, and their width.
cues() {
    begin cues "$1" "24 high 4 500 60|25 low 2 1000 80"
    cat >/tmp/sign.yaml <<END
board: $1
cues:
  tick: {line: 24, width: 60ms}
  bell: {line: 25, width: 80ms, active: low}
control: {socket: none}
message:
  parts:
    - text: Tick
      cues:
        - {name: tick, ticks: {every: 500ms}}
        - {name: bell, ticks: {every: 1s}}
END
    ledsign check /tmp/sign.yaml || failed=1
    ledsign run /tmp/sign.yaml --for "$2" --stats || failed=1
    end
}

# strike KIND BOARD HOW COUNT PHASE [WINDOW [OPTION...]]: see pi-agent.
strike() {
    local kind=$1 board=$2 how=$3 count=$4 phase=$5 window=${6-300} line
    case $board in
    *hub75*) line=18 ;;
    *gpio*) line=22 ;;
    *) line=8 ;;
    esac
    if [ $# -gt 6 ]; then shift 6; else shift $#; fi
    begin "$kind-$how" "$board"
    pi-agent strike "$how" "$count" $((number * 1000 + seed)) $line "$phase" 200 "$window" \
        ledsign show "The quick brown fox" --board "$board" --speed 60 "$@" 2>/tmp/errors || failed=1
    grep -v -e '^the ' -e '^warning: 60 px/s' /tmp/errors | tail -n 5
    end
}

# ends BOARD STATUS OPTION...: a program that ends by itself.
ends() {
    local board=$1 status=$2
    shift 2
    begin "ends-$status" "$board"
    pi-agent await ledsign show "The quick brown fox" --board "$board" "$@" 2>/tmp/errors
    [ $? = "$status" ] || failed=1
    grep -v -e '^the ' /tmp/errors | tail -n 5
    end
}

hub75=/guest/hub75-slow.yaml
hub75_lines=/guest/hub75-gpiod.yaml
max7219="max7219-32x8"
max7219_lines="max7219-gpio-32x8"
failed=0
# The two runs strike at different instants.
seed=$(grep -c persist_gpio_outputs=1 /proc/cmdline)
# With ledsign_full=1 everything is tried with both settings of the kernel, and programs are killed and stopped often. Without
# it, the run on a kernel that does not keep outputs leaves out what happens while a program holds its lines and what ends
# in the program itself before it lets go of them: the setting changes only what becomes of lines that are let go.
is_full=$(grep -c ledsign_full=1 /proc/cmdline)
is_whole=$((is_full || seed))
# often COUNT FULL: how often to strike.
often() { if [ "$is_full" = 1 ]; then echo "$2"; else echo "$1"; fi; }

# HUB75 first: the SPI controller's driver would hold lines that the panels need. Before anything was lit no guardian holds
# the lines either.
if [ $is_whole = 1 ]; then
    begin held $hub75 "cannot request|gpioset holds line 18"
    gpioset -c gpiochip0 18=1 &
    holder=$!
    sleep 1
    ledsign show "Hi" --board $hub75 --for 1s 2>&1
    kill $holder
    wait $holder
    end

    begin doctor hub75-64x32 "Raspberry Pi 3 Model B|pinctrl-bcm2835|6.12"
    ledsign doctor --board hub75-64x32 >/tmp/doctor
    echo "status $?" >>/tmp/doctor
    give_file doctor /tmp/doctor
    end

    frames frames hub75-64x32 2s "Fresh bread until noon"
    frames frames-in-color hub75-64x32 2s "Fresh bread until noon" --color "#c86432" --brightness 60
fi
frames frames $hub75_lines 2s "Fresh bread until noon"

if [ $is_whole = 1 ]; then
    begin claimed $hub75 "consumer=\"ledsign\""
    ledsign show "Hi" --board $hub75 --for 100s &
    shower=$!
    tries=0
    until gpioinfo -c gpiochip0 18 | grep -q consumer || [ $tries = 60 ]; do
        tries=$((tries + 1))
        sleep 1
    done
    gpioinfo -c gpiochip0 18
    kill -TERM $shower
    wait $shower
    end
fi

ends $hub75 0 --for 500ms
ends $hub75_lines 0 --for 500ms
for how in TERM SEGV; do strike signal $hub75 $how "$(often 1 2)" both; done
if [ $is_whole = 1 ]; then
    for how in INT HUP ABRT TRAP ILL; do strike signal $hub75 $how "$(often 1 2)" both; done
    strike thread $hub75 stop-refresh "$(often 1 2)" both
    strike stall $hub75 stop-content 1 low 2000 --stall 1s
fi
for how in TERM SEGV; do strike signal $hub75_lines $how "$(often 1 2)" both; done
strike thread $hub75 end-refresh "$(often 1 2)" both
strike thread $hub75_lines end-refresh "$(often 1 2)" both
strike watch $hub75 guardian "$(often 1 2)" both
# A kernel that does not keep outputs lets go of them when the program is killed.
if [ "$seed" = 1 ]; then strike alone $hub75 last-guardian "$(often 1 2)" both 1500; fi
strike kill $hub75 KILL "$(often 3 20)" both
strike stop $hub75 STOP "$(often 3 20)" both
strike kill $hub75_lines KILL "$(often 2 10)" both
strike stop $hub75_lines STOP "$(often 2 10)" both
# Everything called ledsign at once: the guardian has another name.
strike kill $hub75 named-KILL "$(often 2 4)" both
strike stop $hub75 named-STOP "$(often 2 4)" both
strike unguarded $hub75 KILL "$(often 2 4)" low 300 --no-guardian

# A guardian that holds the lines would keep the controller's driver from them.
killall panel-guardian panel-holder 2>/dev/null
sleep 1
insmod /spi-bcm2835.ko
if [ $is_whole = 1 ]; then
    frames frames $max7219 3s "Fresh bread until noon"
    frames_of_file $max7219 2s "Fresh bread until noon"
    frames_of_images $max7219
    # Not a multiple of the beat: the end would cut a pulse short.
    cues $max7219 5300ms
fi
frames frames $max7219_lines 3s "Fresh bread until noon"
ends $max7219 0 --for 500ms
ends $max7219_lines 0 --for 500ms
for how in TERM SEGV; do strike signal $max7219_lines $how "$(often 1 2)" both; done
strike signal $max7219 HUP "$(often 1 2)" both
if [ $is_whole = 1 ]; then
    strike signal $max7219_lines ABRT "$(often 1 2)" both
    strike signal $max7219 TRAP "$(often 1 2)" both
    # Chips keep their picture, and the guardian gets a beat each second: a refresh that stands still is found after 2 s.
    strike thread $max7219_lines stop-refresh "$(often 1 2)" both 2800
    strike stall $max7219 stop-content 1 low 2000 --stall 1s
fi
strike thread $max7219 end-refresh "$(often 1 2)" both 2800
strike watch $max7219 guardian "$(often 1 2)" both
strike alone $max7219 last-guardian "$(often 1 2)" both 1500
strike kill $max7219_lines KILL "$(often 2 14)" both
strike stop $max7219_lines STOP "$(often 2 14)" both 2800
strike kill $max7219 KILL "$(often 2 6)" both
strike stop $max7219 STOP "$(often 2 6)" both 2800
strike kill $max7219 named-KILL "$(often 1 2)" both
strike stop $max7219 named-STOP "$(often 1 2)" both 2800
strike unguarded $max7219 KILL "$(often 1 2)" high 300 --no-guardian

# After SIGCONT the sign is where time says that it should be.
if [ $is_whole = 1 ]; then
    begin resumed $max7219 "Fresh bread until noon"
    rm -f /tmp/frames
    ledsign show "Fresh bread until noon" --board $max7219 --for 6s --frame-log /tmp/frames &
    shower=$!
    sleep 2
    kill -STOP $shower
    # Longer than a guardian takes to make a MAX7219 panel dark.
    sleep 3
    kill -CONT $shower
    wait $shower
    give_file frames /tmp/frames
    end
fi
exit $failed
