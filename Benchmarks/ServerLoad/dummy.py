"""A server without a sign, which takes the same load: what the load itself costs the machine.

usage: dummy.py

Prints its port. Answers every request with 200, a long body with 413, and sends viewers a small frame 30 times a second; of
connections that send half a header it keeps 32, as the sign does.
"""

import asyncio

KEPT = 32
PICTURE = bytes([0x82, 56]) + bytes(56)


class Dummy:
    def __init__(self):
        self.half_open = 0

    async def serve(self, reader, writer):
        try:
            while await self.answer(reader, writer):
                pass
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, asyncio.TimeoutError):
            pass
        finally:
            writer.transport.abort()

    async def answer(self, reader, writer):
        if self.half_open >= KEPT:
            return False
        self.half_open += 1
        try:
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
        finally:
            self.half_open -= 1
        fields = dict(line.split(b": ", 1) for line in head.lower().split(b"\r\n")[1:] if b": " in line)
        if b"upgrade" in fields:
            writer.write(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n")
            while not writer.transport.is_closing():
                if writer.transport.get_write_buffer_size() == 0:
                    writer.write(PICTURE)
                await asyncio.sleep(1 / 30)
            return False
        length = int(fields.get(b"content-length", b"0"))
        isLong = b"transfer-encoding" in fields or length > 65_536
        if not isLong:
            await reader.readexactly(length)
        status = b"413 Content Too Large\r\nConnection: close" if isLong else b"200 OK"
        writer.write(b"HTTP/1.1 " + status + b"\r\nContent-Length: 2\r\n\r\n{}")
        await writer.drain()
        return not isLong


async def main():
    dummy = Dummy()
    server = await asyncio.start_server(dummy.serve, "127.0.0.1", 0, backlog=64)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())
