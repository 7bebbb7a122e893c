#!/usr/bin/env bash
# Shows that check-test-time.py finds what depends on real time in tests of every language, and nothing else.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/Tests/A" "$folder/scripts"

fail() {
    printf 'check-test-time-test: %s\n' "$@" >&2
    exit 1
}
check() { python3 scripts/check-test-time.py --root "$folder"; }
# passes WHAT: the check has to find nothing.
passes() { check >"$folder/found" 2>&1 || fail "$1 was found:" "$(<"$folder/found")"; }
# finds PATH KIND: standard input becomes a file of tests; each of its lines has to be found as this kind, and nothing else.
finds() {
    local path=$folder/$1 kind=$2 number count
    cat >"$path"
    count=$(wc -l <"$path")
    if check >"$folder/found" 2>/dev/null; then fail "nothing was found in:" "$(<"$path")"; fi
    for ((number = 1; number <= count; number++)); do
        grep -q "^$1:$number: $kind: " "$folder/found" || fail "no $kind was found in:" "$(sed -n "${number}p" "$path")"
    done
    if grep -v "^$1:[0-9]*: $kind: " "$folder/found"; then fail "the lines above were found, too, besides $kind"; fi
    rm "$path"
}

# What only looks like real time.
cat >"$folder/Tests/A/Fine.swift" <<'SWIFT'
// usleep(5), Date(), a comment; ContinuousClock
func sleep(_ time: Int) {}
let text = "sleep 1000; date; time.sleep(3)" + """
    Date() clock_gettime usleep(3)
    """
let clock = ManualClock(), later = clock.now + .seconds(5), date = Date(timeIntervalSince1970: 5)
exchange.sleep(until: later, mark: 3); loop.sleepDelay = 4; let isSo = Polling.wait { true }
poll(&entry, 1, 0); poll(&entry, 1, Polling.longest); poll(&entry, nfds_t(entries.count), 60_000)
#expect(!event.wait(milliseconds: 5)); event.wait(milliseconds: 60_000); lock.wait(timeout: .now() + 60)
#expect(!thread.join(within: .milliseconds(20))); #expect(thread.join(within: .seconds(60)))
run("render", "A", "--out", "a.gif", "--for", "2s"); schedule("--from", "2026-01-01", "--for", "9h"); wrong("push", "--for", "soon")
SignConfiguration(.text("OK"), duration: .seconds(60)); let effect = Effect(duration: .milliseconds(300))
SWIFT
cat >"$folder/Tests/A/fine.py" <<'PYTHON'
import time
def wait(test, seconds):
    """time.sleep(5)"""
    end = time.monotonic() + seconds
    while not test() and time.monotonic() < end:
        time.sleep(0.1)
    return end - time.monotonic()
for _ in range(1200):
    time.sleep(0.05)
subprocess.run(["a"], timeout=60)
def other(self):
    end = time.monotonic() + 60
    while self.sleep():
        self.assertLess(time.monotonic(), end, "waited in vain")
PYTHON
cat >"$folder/scripts/test-fine.sh" <<'SHELL'
# sleep 5
while ! is_there; do sleep 0.1; done
for _ in {1..600}; do
    is_there && break
    sleep 0.1
done
until is_there
do
    sleep 0.5
done
echo "sleep 5" 'sleep 6'
timeout 60 ledsign
SHELL
printf '/* usleep(5) */\nint sleeper(void) { return poll(&entry, 1, -1); } // clock_gettime(1)\n' >"$folder/Tests/A/fine.c"
passes "what only looks like real time"

finds Tests/A/A.swift sleep <<'SWIFT'
usleep(20_000)
Foundation.Thread.sleep(forTimeInterval: 1)
try await Task.sleep(for: .seconds(1))
if true { sleep(3) }
nanosleep(&time, nil)
poll(nil, 0, 5)
Polling.letPass(seconds: 2)
SWIFT
finds Tests/A/A.swift clock <<'SWIFT'
let deadline = Date() + 2
#expect(Date.now < end)
let start = ContinuousClock.now
let start = ContinuousClock().now
let clock = SystemMonotonicClock(), later = clock.now + .milliseconds(3)
clock_gettime(CLOCK_MONOTONIC, &time)
let time = ProcessInfo.processInfo.systemUptime
let now = DispatchTime.now()
let seconds = time(nil)
let text = "now \(Date())"
SWIFT
finds Tests/A/A.swift limit <<'SWIFT'
expectEqual(poll(&waiting, 1, 10_000), 1)
poll(&waiting, nfds_t(waiting.count), 500)
#expect(event.wait(milliseconds: 10_000))
semaphore.wait(timeout: .now() + 5)
#expect(thread.join(within: .seconds(10)))
SWIFT
finds Tests/A/A.swift duration <<'SWIFT'
let run = try show("Hi", "--board", "hub75-64x32", "--for", "200ms", on: model)
let run = try CommandRunner.ledsign("run", "sign.yaml", "--for", "3s")
let sign = SignConfiguration(.text("OK"), board: "sim-32x8", duration: .milliseconds(500))
setup.duration = .seconds(5)
SWIFT
finds Tests/A/a.py sleep <<'PYTHON'
import time; time.sleep(2)
async def other(): await asyncio.sleep(1)
def wait(): time.sleep(1)
page.wait_for_timeout(500)
PYTHON
finds Tests/A/a.py clock <<'PYTHON'
import time; start = time.monotonic()
took = time.monotonic() - start
assert time.time() - start < 5
now = datetime.datetime.now()
PYTHON
finds Tests/A/a.py limit <<'PYTHON'
import time; end = time.monotonic() + 10
for _ in range(100): time.sleep(0.05)
page.wait_for_selector("#a", timeout=15_000); page.wait_for_selector("#b", timeout=60_000)
with urllib.request.urlopen(request, timeout=10) as answer: pass
PYTHON
finds Tests/A/a.c sleep <<'C'
usleep(5);
if (x) sleep(1);
poll(NULL, 0, 30);
C
finds Tests/A/a.c clock <<'C'
clock_gettime(CLOCK_MONOTONIC, &time);
time_t now = time(NULL);
C
finds scripts/test-a.sh sleep <<'SHELL'
sleep 1
true && sleep 0.5
while false; do true; done; sleep 2
SHELL
finds scripts/test-a.sh limit <<'SHELL'
timeout 5 ledsign show
for _ in {1..100}; do sleep 0.1; done
for _ in 1 2 3; do sleep 1; done
SHELL

# Exceptions have a file or folder, kinds and a reason, and are used.
printf 'usleep(5)\nlet now = Date()\n' >"$folder/Tests/A/B.swift"
if check >"$folder/found" 2>/dev/null; then fail "a sleep and a clock pass"; fi
list=$folder/Tests/real-time.txt
for entry in "Tests/A/B.swift clock sleep" "Tests/A/ clock sleep"; do
    printf '# A comment.\n\n%s: real time is the subject\n' "$entry" >"$list"
    passes "what $entry names"
done
refuses() {
    printf '%s\n' "$2" >"$list"
    if check >"$folder/found" 2>&1; then fail "$1 passes"; fi
    grep -qF "$3" "$folder/found" || fail "$1 is reported in other words:" "$(<"$folder/found")"
}
refuses "an exception for another kind" "Tests/A/ sleep: real time is the subject" "Tests/A/B.swift:2: clock: "
refuses "an exception for a part of a name" "Tests/A/B clock sleep: real time is the subject" "Tests/A/B.swift:1: sleep: "
refuses "an exception without a reason" "Tests/A/ clock sleep:" "Tests/real-time.txt:1: expected a path"
refuses "an exception of an unknown kind" "Tests/A/ nap: real time is the subject" "Tests/real-time.txt:1: expected a path"
refuses "an exception that is not needed" "Tests/A/ clock sleep limit: real time is the subject" "Tests/A/ has no limit"

# Without tests there is nothing to check, which is no success.
rm -r "$folder/Tests" "$folder/scripts"
if check >/dev/null 2>&1; then fail "a package without tests passed"; fi
