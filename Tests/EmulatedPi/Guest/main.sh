#!/usr/bin/busybox sh
# What is tried on the emulated Pi. Every scenario marks its beginning and end in the recording of the registers, and prints
# what the checker needs; see SerialLog.swift.

number=0
mark() { pi-hand mark "$1" "$2"; }

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

# frames BOARD TIME TEXT: shows a text, and notes which frames were shown.
frames() {
    begin frames "$1" "$3"
    rm -f /tmp/frames
    ledsign show "$3" --board "$1" --for "$2" --stats --frame-log /tmp/frames
    echo "status $?"
    give_file frames /tmp/frames
    end
}

# strike KIND BOARD SIGNAL COUNT SEED LINE SHARE AFTER [OPTION...]
strike() {
    local kind=$1 board=$2
    shift 2
    local signal=$1 count=$2 seed=$3 line=$4 share=$5 after=$6
    shift 6
    begin "$kind" "$board"
    pi-hand strike "$signal" "$count" "$seed" "$line" "$share" "$after" \
        ledsign show "The quick brown fox" --board "$board" "$@" || echo "### failed"
    end
}

# HUB75 first: the SPI controller's driver would hold lines that the panels need.
frames hub75-64x32 2s "Fresh bread until noon"
frames /guest/hub75-gpiod.yaml 2s "Fresh bread until noon"

begin held /guest/hub75-slow.yaml "cannot request|gpioset holds line 18"
gpioset -c gpiochip0 18=1 &
holder=$!
until gpioinfo -c gpiochip0 18 | grep -q gpioset; do sleep 0.1; done
ledsign show "Hi" --board /guest/hub75-slow.yaml --for 1s 2>&1
kill $holder
wait $holder
end

begin claimed /guest/hub75-slow.yaml "consumer=\"ledsign\""
ledsign show "Hi" --board /guest/hub75-slow.yaml --for 5s &
shower=$!
until gpioinfo -c gpiochip0 18 | grep -q ledsign; do sleep 0.1; done
gpioinfo -c gpiochip0 18
kill -TERM $shower
wait $shower
end

insmod /spi-bcm2835.ko
frames max7219-32x8 3s "Fresh bread until noon"
frames max7219-gpio-32x8 3s "Fresh bread until noon"
