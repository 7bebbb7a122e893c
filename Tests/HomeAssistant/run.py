"""A sign with Home Assistant itself and Debian's mosquitto; see scripts/test-home-assistant.sh."""

import asyncio
import importlib
import json
import logging
import pathlib
import sys
import tempfile
import time

from homeassistant import bootstrap, core, loader
from homeassistant.auth import auth_manager_from_config
from homeassistant.config_entries import ConfigEntries
from homeassistant.helpers import device_registry, entity_registry, frame
from homeassistant.setup import async_setup_component

from parts import Broker, Sign, free_port

ENTITIES = {
    "light": "light", "message": "text", "notify": "notify", "paused": "switch", "brightness_auto": "switch",
    "next": "button", "acknowledge": "button", "cue_bell": "button", "shown": "sensor", "started": "sensor",
    "lateness": "sensor", "problem": "binary_sensor", "events": "event", "buttons": "event", "picture": "image",
    "variable_score": "text",
}


class Failures:
    def __init__(self):
        self.count = self.passed = 0

    def check(self, isSo, words):
        print(("ok   " if isSo else "FAIL ") + words, flush=True)
        self.count += not isSo
        self.passed += isSo


async def home_assistant(folder):
    (pathlib.Path(folder) / "configuration.yaml").write_text("")
    hass = core.HomeAssistant(folder)
    hass.config.config_dir = folder
    hass.config.skip_pip = True
    hass.config_entries = ConfigEntries(hass, {})
    loader.async_setup(hass)
    frame.async_setup(hass)
    await bootstrap.async_load_base_functionality(hass)
    hass.auth = await auth_manager_from_config(hass, [{"type": "homeassistant"}], [])
    assert await async_setup_component(hass, "homeassistant", {})
    assert await async_setup_component(
        hass, "http", {"http": {"server_host": "127.0.0.1", "server_port": free_port()}})
    return hass


async def until(isSo, seconds=30):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if isSo():
            return True
        await asyncio.sleep(0.1)
    return False


def check_schema(failures, content):
    """Every key is one that Home Assistant knows, also those of entities, where it drops others without a word."""
    from homeassistant.components.mqtt import discovery
    payload = json.loads(content)
    discovery._replace_all_abbreviations(payload)
    discovery.DEVICE_DISCOVERY_SCHEMA(payload)
    for key, component in payload["components"].items():
        platform = component["platform"]
        module = importlib.import_module(f"homeassistant.components.mqtt.{platform}")
        # The JSON light is one of three kinds.
        if platform == "light":
            module = importlib.import_module("homeassistant.components.mqtt.light.schema_json")
            schema = module.PLATFORM_SCHEMA_MODERN_JSON
        else:
            schema = module.PLATFORM_SCHEMA_MODERN
        # Later versions have these two, and flash and fade without them.
        own = {name: value for name, value in component.items() if name not in ("platform", "flsh", "trns")}
        try:
            schema(own)
            failures.check(True, f"schema of {key}")
        except Exception as problem:
            failures.check(False, f"schema of {key}: {problem}")


class House:
    """What Home Assistant has of the sign."""

    def __init__(self, hass, name):
        self.hass, self.name = hass, name

    @property
    def entries(self):
        found = {}
        for entry in entity_registry.async_get(self.hass).entities.values():
            if entry.platform == "mqtt" and entry.unique_id.startswith(self.name + "_"):
                found[entry.unique_id[len(self.name) + 1:]] = entry
        return found

    def state(self, key):
        entry = self.entries.get(key)
        state = entry and self.hass.states.get(entry.entity_id)
        return state.state if state else None

    def attribute(self, key, name):
        return self.hass.states.get(self.entries[key].entity_id).attributes.get(name)

    @property
    def states(self):
        return {key: self.state(key) for key, entry in self.entries.items() if not entry.disabled}

    def is_away(self):
        return all(state == "unavailable" for state in self.states.values())

    def is_there(self):
        return all(state not in (None, "unavailable") for state in self.states.values())

    async def call(self, domain, service, key, **data):
        await self.hass.services.async_call(
            domain, service, {"entity_id": self.entries[key].entity_id, **data}, blocking=True)


async def check_commands(failures, house, broker):
    async def returns(words, isSo):
        failures.check(await until(isSo), words)

    await returns("the text is empty before it is set, and not unknown", lambda: house.state("message") == "")
    await house.call("light", "turn_on", "light", brightness=51)
    await returns("light: 51 of 255 is 20 percent and comes back", lambda: house.attribute("light", "brightness") == 51)
    await returns("automatic brightness is off", lambda: house.state("brightness_auto") == "off")
    await house.call("light", "turn_off", "light")
    await returns("light off", lambda: house.state("light") == "off")
    await house.call("light", "turn_on", "light")
    await returns("light on again, as bright as before", lambda: house.attribute("light", "brightness") == 51)
    await house.call("switch", "turn_on", "brightness_auto")
    await returns("automatic brightness on", lambda: house.state("brightness_auto") == "on")
    await house.call("switch", "turn_off", "brightness_auto")
    await returns("automatic brightness off", lambda: house.state("brightness_auto") == "off")
    await house.call("switch", "turn_on", "paused")
    await returns("paused", lambda: house.state("paused") == "on")
    await house.call("switch", "turn_off", "paused")
    await returns("not paused", lambda: house.state("paused") == "off")
    await house.call("text", "set_value", "message", value="Closed <now> {x}")
    await returns("text", lambda: house.state("message") == "Closed <now> {x}")
    await house.call("text", "set_value", "variable_score", value="3:1")
    await returns("variable", lambda: house.state("variable_score") == "3:1")
    await house.call("button", "press", "next")
    await returns("next: the event of the message that is shown", lambda: house.attribute("events", "event_type") == "shown")
    await house.call("notify", "send_message", "notify", message="Fire")
    await returns("notify: it is shown", lambda: house.state("shown") == "Fire")
    await house.call("button", "press", "acknowledge")
    await returns("acknowledge: it is no longer shown", lambda: house.state("shown") not in ("Fire", None))
    # No line can be opened here: what the sign publishes when its button is pressed.
    broker.publish("ledsign/bakery/button", '{"event_type": "next"}')
    await returns("a button of the sign: an event", lambda: house.attribute("buttons", "event_type") == "next")
    # The line of the cue cannot be opened here: the command arrives, and the sign says so.
    await house.call("button", "press", "cue_bell")
    await returns("picture", lambda: house.state("picture") not in (None, "unknown", "unavailable"))
    await returns("started", lambda: (house.state("started") or "").startswith("20"))
    await house.call("text", "set_value", "message", value="")
    await returns("an empty text removes the message", lambda: house.state("message") == "")


async def run(program):
    failures = Failures()
    with tempfile.TemporaryDirectory() as folder:
        broker = Broker(folder)
        sign = Sign(program, folder, broker.port)
        topic, content = sign.discovery()
        hass = await home_assistant(folder)
        check_schema(failures, content)
        flow = await hass.config_entries.flow.async_init("mqtt", context={"source": "user"})
        result = await hass.config_entries.flow.async_configure(
            flow["flow_id"], {"broker": "127.0.0.1", "port": broker.port})
        if result["type"] != "create_entry":
            raise RuntimeError(f"Home Assistant's flow: {result}")
        await hass.async_start()
        house = House(hass, topic.split("/")[-2])
        failures.check(await until(lambda: set(house.entries) >= set(ENTITIES)), f"{len(ENTITIES)} entities")
        found = {key: entry.domain for key, entry in house.entries.items()}
        failures.check(found == ENTITIES, f"they are the ones that are known: {found}")
        failures.check(house.entries["lateness"].disabled, "lateness is there and disabled")
        devices = [d for d in device_registry.async_get(hass).devices.values() if d.manufacturer == "ledsign"]
        failures.check(len(devices) == 1 and devices[0].model == "sim-64x32", f"one device: {[d.name for d in devices]}")
        failures.check(await until(house.is_there), "everything is available")
        await check_commands(failures, house, broker)
        for key, state in sorted(house.states.items()):
            print(f"     {house.entries[key].entity_id}: {state}")
        sign.kill()
        failures.check(await until(house.is_away), "kill -9: everything is unavailable")
        sign.start()
        failures.check(await until(house.is_there), "the sign starts again: everything is available")
        broker.stop()
        failures.check(await until(house.is_away), "the broker ends: everything is unavailable")
        broker.start()
        failures.check(await until(house.is_there, 60), "the broker starts again: everything is available")
        await house.call("light", "turn_on", "light", brightness=128)
        failures.check(await until(lambda: house.attribute("light", "brightness") == 128), "and the light obeys")
        sign.stop()
        failures.check(await until(house.is_away), "an orderly end: everything is unavailable")
        await hass.async_stop(force=True)
        broker.stop()
    print(f"{failures.count} failures, {failures.passed} passed")
    return failures.count


if __name__ == "__main__":
    logging.basicConfig(level=logging.ERROR)
    sys.exit(1 if asyncio.run(run(sys.argv[1])) else 0)
