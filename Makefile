# Every target does its own set-up on Debian and Raspberry Pi OS; `make help` lists them.
.PHONY: help deps run test fuzz test-newest campaign test-pi test-scan-out test-display test-page test-home-assistant test-senders test-receivers lint bench example-gifs deb apt-repository clean
.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*##/ { printf "    make %-20s %s\n", $$1, $$2 }' Makefile

deps: ## install what building needs (apt; Swift where Debian has it)
	@scripts/deps.sh

run: ## build, and scroll a text on a simulated panel in the terminal (TEXT="...")
	@scripts/run.sh

test: ## build and run every test (EXHAUSTIVE=1: all cases of those that try a sample)
	@scripts/test.sh

fuzz: ## fuzz the readers of foreign input (SECONDS=600 a target; TARGETS="FuzzBDF FuzzPCF")
	@scripts/fuzz.sh "$(or $(SECONDS),10)" $(TARGETS)

test-newest: ## lint and test with the newest Swift and libgpiod 1.6, on Debian 12: the gate uses those of Debian 13
	@scripts/test-newest.sh

campaign: ## run every proof that the gate leaves out, and print one table (hours; PARTS="soak fuzz": these)
	@scripts/campaign.sh $(PARTS)

test-pi: ## run on an emulated Raspberry Pi 3 with the kernel's drivers, and check the wires (FULL=1: longer, with all of both below)
	@scripts/test-pi.sh
	@if [ "$(FULL)" = 1 ]; then \
		scripts/test-scan-out.sh && \
		for model in 3 4; do for program in 0 1; do \
			MODEL=$$model PROGRAM=$$program scripts/test-display.sh || exit 1; \
		done; done; \
	fi

test-scan-out: ## scan pictures out by the kernel's drivers on emulated machines with displays, and kill programs
	@scripts/test-scan-out.sh

test-display: ## show pictures at the display engine of an emulated Raspberry Pi 3 (MODEL=4: 4) with the kernel's drivers (PROGRAM=1: by ledsign)
	@scripts/test-display.sh

test-page: ## test the page and the API of a sign, and attack it, in a browser (URL=http://... TOKEN_FILE=...: a running sign)
	@scripts/test-page.sh

test-home-assistant: ## test a sign with Home Assistant itself and a broker (600 MB of Python packages the first time)
	@scripts/test-home-assistant.sh

test-senders: ## compare the screenshot of a sign with what other programs send it (root or sudo)
	@scripts/test-senders.sh

test-receivers: ## compare what other programs and a second sign show of a sign with `kind: network` (root or sudo)
	@scripts/test-receivers.sh

deb: ## build the Debian packages (arm64, amd64) and test one under a systemd of its own (root or sudo)
	@scripts/deb.sh
	@scripts/test-deb.sh

apt-repository: ## make a signed apt repository of the packages that `make deb` made (KEY=..., URL=https://...)
	@scripts/apt-repository.sh "$(KEY)" $(URL)

lint: ## format, warnings as errors, declared imports, docstrings, shell scripts, types of the page
	@scripts/lint.sh

bench: ## measure instructions per frame and load times
	@scripts/bench.sh

example-gifs: ## render the sign files of Examples to docs/pictures
	@scripts/example-gifs.sh

clean: ## remove .build and out
	@scripts/clean.sh
