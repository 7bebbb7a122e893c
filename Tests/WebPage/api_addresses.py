"""Lets schemathesis send each request from another address of loopback: a sign takes 20 changes a second from one."""

import itertools

from requests.adapters import HTTPAdapter
from urllib3.util import connection

addresses = itertools.cycle(f"127.0.1.{number}" for number in range(1, 201))
connect = connection.create_connection


def connect_from_next(address, timeout=None, source_address=None, socket_options=None):
    return connect(address, timeout, (next(addresses), 0), socket_options)


def add_headers(adapter, request, **options):
    request.headers["Connection"] = "close"


connection.create_connection = connect_from_next
HTTPAdapter.add_headers = add_headers
