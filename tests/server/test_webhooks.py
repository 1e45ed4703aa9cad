"""Webhooks: notices arrive signed, and no address that somebody chose leads into our own network."""

import asyncio
import base64
import hashlib
import hmac
import ipaddress
import re
import shutil
import socket
import ssl
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bauboom import __version__
from bauboom.server import webhooks
from bauboom.server.webhooks import WebhookError, check_url, deliver, new_secret, retry_after, signature

from .process import SECONDS

KEY = bytes(range(32))
SECRET = "whsec_" + base64.b64encode(KEY).decode()
BODY = '{"table":"t1","turn":0,"name":"Zoë"}'.encode()
PRIVATE = [
    *["127.0.0.1", "127.1", "0x7f.1", "0x7f000001", "017700000001", "2130706433", "0", "0.0.0.0", "127.255.255.254"],
    *["10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "100.100.100.200", "169.254.169.254", "0xa9fea9fe"],
    *["192.0.0.192", "168.63.129.16", "192.0.2.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"],
    *["[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::ffff:a9fe:a9fe]"],
    *["[::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b::169.254.169.254]", "[64:ff9b:1::808:808]", "[2002:7f00:1::]"],
    *["[2002:a9fe:a9fe::1]", "[2001:0:1::1]", "[fe80::1]", "[fec0::1]", "[fc00::1]", "[fd00:ec2::254]", "[ff02::1]"],
    *["[ff0e::1]", "[2001:db8::1]", "[100::1]", "[5f00::1]"],
]
PUBLIC = ["8.8.8.8", "0x08080808", "[2606:4700::1111]", "[::ffff:8.8.8.8]", "[64:ff9b::808:808]", "[2002:808:808::1]"]
events = []  # what Python tells an audit while `watched` is on
watched = threading.Event()


def audit(event, arguments):
    if watched.is_set() and event in ("socket.getaddrinfo", "socket.connect"):
        events.append((event, arguments))


sys.addaudithook(audit)  # a hook stays as long as Python runs


class Handler(BaseHTTPRequestHandler):
    """A server that keeps what it was sent, and answers in the way that the path asks for."""

    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((self.path, self.headers, body))
        try:
            getattr(self, "answer_" + self.path.strip("/").split("?")[0].replace("-", "_"), self.answer_ok)()
        except OSError:  # the other side had enough
            self.close_connection = True
        finally:
            self.server.done.release()

    def answer_ok(self, status=200, **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        if "Transfer_Encoding" not in headers:
            self.send_header("Content-Length", "2")
        self.end_headers()
        if "Transfer_Encoding" not in headers:
            self.wfile.write(b"ok")

    def answer_gone(self):
        self.answer_ok(410)

    def answer_redirect(self):
        self.answer_ok(302, Location="/elsewhere")

    def answer_silent(self):
        self.server.stop.wait()

    def answer_trickle(self):
        self.answer_ok(Transfer_Encoding="chunked")
        while not self.server.stop.wait(0.02):
            self.wfile.write(b"1\r\nx\r\n")

    def answer_endless(self):
        self.answer_ok(Transfer_Encoding="chunked", Content_Encoding="gzip")
        while not self.server.stop.is_set():
            self.wfile.write(b"1000\r\n" + bytes(4096) + b"\r\n")
            self.server.sent += 4096

    def answer_hang_up(self):
        self.close_connection = True

    def log_message(self, *_):
        pass


@pytest.fixture
def server():
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.got, server.sent, server.stop, server.done = [], 0, threading.Event(), threading.Semaphore(0)
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield server
        server.stop.set()
        server.shutdown()
        thread.join()


def send(server, host="127.0.0.1", path="/ok", allow_private=True, timeout=30, scheme="http"):
    url = f"{scheme}://{host}:{server.server_port}{path}"
    return asyncio.run(deliver(url, SECRET, "turn_t1_7", BODY, allow_private, timeout))


def test_a_notice_arrives_as_it_is_with_a_signature_that_its_receiver_can_check(server):
    assert send(server, path="/hooks/turn?token=x%20y") == 200
    ((path, headers, body),) = server.got
    assert path == "/hooks/turn?token=x%20y"
    assert body == BODY
    timestamp = headers["Webhook-Timestamp"]
    digest = hmac.new(KEY, f"turn_t1_7.{timestamp}.".encode() + BODY, hashlib.sha256).digest()
    assert headers["Webhook-Id"] == "turn_t1_7"
    assert headers["Webhook-Signature"] == "v1," + base64.b64encode(digest).decode()
    assert abs(int(timestamp) - time.time()) < SECONDS
    assert headers["Content-Type"] == "application/json"
    assert headers["User-Agent"] == f"bauboom/{__version__}"
    assert headers["Host"] == f"127.0.0.1:{server.server_port}"


def test_the_signature_is_that_of_standard_webhooks():
    """The example that the libraries of standardwebhooks.com are tested with."""
    signed = signature(
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        1614265330,
        b'{"test": 2432232314}',
    )
    assert signed == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_an_older_secret_signs_as_the_same_bytes_in_the_new_form():
    assert signature(KEY.hex(), "m", 1, BODY) == signature(SECRET, "m", 1, BODY)


def test_a_new_secret_has_32_random_bytes():
    first, second = new_secret(), new_secret()
    assert first != second
    assert len(base64.b64decode(first.removeprefix("whsec_"), validate=True)) == 32


def test_the_receiver_of_the_documentation_believes_what_was_sent_now_and_nothing_else(server):
    text = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?def is_genuine.*?)```", text, re.S)
    assert len(example.splitlines()) <= 15
    known = {}
    exec(example, known)
    is_genuine = known["is_genuine"]
    send(server)
    ((_, headers, body),) = server.got
    assert is_genuine(SECRET, headers, body)
    assert not is_genuine(new_secret(), headers, body)
    assert not is_genuine(SECRET, headers, body + b" ")
    for age, is_recent in ((200, True), (400, False), (-400, False)):
        then = int(time.time()) - age
        signed = {
            "Webhook-Id": "m",
            "Webhook-Timestamp": str(then),
            "Webhook-Signature": signature(SECRET, "m", then, body),
        }
        assert is_genuine(SECRET, signed, body) is is_recent
        assert not is_genuine(SECRET, {**signed, "Webhook-Id": "n"}, body)
    now = {**signed, "Webhook-Timestamp": str(int(time.time()))}  # an old one with a new time
    assert not is_genuine(SECRET, now, body)


def test_the_status_is_told_whatever_it_is_and_no_redirect_is_followed(server):
    assert send(server, path="/gone") == 410
    assert send(server, path="/redirect") == 302
    assert [path for path, *_ in server.got] == ["/gone", "/redirect"]


@pytest.mark.parametrize("path", ["/silent", "/trickle"])
def test_a_slow_server_is_cut_off(server, path):
    with pytest.raises(TimeoutError):
        send(server, path=path, timeout=0.5)
    assert server.got


def test_an_endless_answer_is_cut_off(server):
    assert send(server, path="/endless") == 200
    server.done.acquire()  # our end was closed, so the server's writing failed
    assert server.sent >= webhooks.ANSWER_LIMIT / 2


def test_what_does_not_get_through_is_an_error_of_the_network(server):
    with pytest.raises(ConnectionError, match="did not get through"):
        send(server, path="/hang-up")
    assert len(server.got) == 1
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(ConnectionError, match="did not get through"):
        asyncio.run(deliver(f"http://127.0.0.1:{port}/", SECRET, "m", BODY, True))
    with pytest.raises(OSError, match=r"(?i)name|host|known|address"):
        asyncio.run(deliver("http://nobody.invalid/", SECRET, "m", BODY, True, 30))


@pytest.mark.parametrize("variable", ["HTTP_PROXY", "http_proxy", "ALL_PROXY"])
def test_no_proxy_of_the_environment_sees_a_notice(server, monkeypatch, variable):
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, "http://127.0.0.1:9")
    assert send(server) == 200


def test_a_name_is_looked_up_once_and_the_connection_goes_to_what_was_found(server):
    events.clear()
    watched.set()
    try:
        assert send(server, host="localhost") == 200
    finally:
        watched.clear()
    assert [arguments[0] for event, arguments in events if event == "socket.getaddrinfo"] == [b"localhost"]
    hosts = [arguments[1][0] for event, arguments in events if event == "socket.connect"]
    assert hosts[-1] == "127.0.0.1"
    assert all(ipaddress.ip_address(host).is_loopback for host in hosts)
    assert server.got[0][1]["Host"] == f"localhost:{server.server_port}"


@pytest.mark.parametrize("host", PRIVATE)
def test_private_addresses_are_refused_in_every_spelling(server, host):
    url = f"http://{host}:{server.server_port}/"
    with pytest.raises(WebhookError):
        check_url(url, allow_private=False)
    with pytest.raises(WebhookError):
        send(server, host, allow_private=False)
    assert server.got == []


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST"])
def test_a_name_that_means_a_private_address_is_refused_when_it_is_looked_up(server, host):
    check_url(f"http://{host}:{server.server_port}/", allow_private=False)
    events.clear()
    watched.set()
    try:
        with pytest.raises(WebhookError, match="no public address"):
            send(server, host, allow_private=False)
    finally:
        watched.clear()
    assert [event for event, _ in events] == ["socket.getaddrinfo"]  # and no connection


@pytest.mark.parametrize("host", ["127.0.0.1", "0x7f.1", "2130706433", "[::ffff:127.0.0.1]", "localhost"])
def test_where_private_addresses_are_allowed_every_spelling_arrives(server, host):
    assert send(server, host) == 200
    assert len(server.got) == 1


@pytest.mark.parametrize("place", [0, 1, 2])
def test_one_private_address_among_public_ones_is_enough_to_refuse(place):
    addresses = [ipaddress.ip_address(text) for text in ("8.8.8.8", "2606:4700::1111")]
    webhooks._refuse_private("example.org", addresses)
    addresses.insert(place, ipaddress.ip_address("10.0.0.1"))
    with pytest.raises(WebhookError, match="no public address"):
        webhooks._refuse_private("example.org", addresses)


@pytest.mark.parametrize("host", PUBLIC)
def test_public_addresses_are_accepted(host):
    check_url(f"https://{host}/", allow_private=False)


@given(st.ip_addresses(v=4))
def test_an_address_within_another_is_as_public_as_itself(inner):
    public = webhooks._is_public(inner)
    assert not public or inner.is_global
    for outer in (0xFFFF << 32 | int(inner), 0x64FF9B << 96 | int(inner), 0x2002 << 112 | int(inner) << 80):
        assert webhooks._is_public(ipaddress.IPv6Address(outer)) == public


@pytest.mark.parametrize(
    "url",
    [
        "",
        "http://",
        "http:///path",
        "https://:443/",
        "example.org/hook",
        "//example.org/hook",
        "ftp://example.org/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "http://Ada@example.org/",
        "http://Ada:secret@example.org/",
        "http://example.org@127.0.0.1/",
        "http://:secret@example.org/",
        "http://example.org:0/",
        "http://example.org:25/",
        "http://example.org:65536/",
        "http://example.org:-1/",
        "http://example.org:x/",
        "http://example.org/a b",
        " http://example.org/",
        "http://example.org/\n",
        "http://example.org/\r\nX-Evil: 1",
        "http://example.org/\x00",
        "http://example.org\\@127.0.0.1/",
        "http://example.org/\u2028",
        "http://[::1/",
        "http://[fe80::1%25eth0]/",
        "http://①②⑦.⓪.⓪.①/",
        "http://0177.0.0.1/",
        "http://256.256.256.256/",
        "http://example.org/" + "x" * 500,
    ],
)
def test_what_is_no_address_for_notices_is_refused(url):
    with pytest.raises(WebhookError):
        check_url(url, allow_private=False)
    with pytest.raises(WebhookError):
        asyncio.run(deliver(url, SECRET, "m", BODY, False))


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org",
        "https://example.org/hook?a=b#c",
        "HTTPS://EXAMPLE.ORG:8443/",
        "http://example.org:80/",
        "https://bücher.example/ü",
        "http://example.org/" + "x" * (500 - len("http://example.org/")),
    ],
)
def test_ordinary_addresses_are_accepted(url):
    check_url(url, allow_private=False)


def test_retries_wait_longer_and_longer_and_then_end():
    waits = [retry_after(attempt) for attempt in range(1, 8)]
    assert waits[0] == 10
    assert waits[-1] == 6 * 3600
    assert waits == sorted(set(waits))
    assert retry_after(8) is None
    assert retry_after(1000) is None


@pytest.fixture
def tls(server, tmp_path, monkeypatch):
    """A function: makes the server speak TLS with a certificate for a name, which we trust."""
    names = []

    def start(name):
        key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
        command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        command += ["-days", "2", "-subj", "/CN=test", "-addext", f"subjectAltName={name}"]
        subprocess.run([*command, "-keyout", key, "-out", certificate], check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        context.sni_callback = lambda _socket, asked, _context: names.append(asked)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        webhooks._certificates.cache_clear()
        return names

    yield start
    webhooks._certificates.cache_clear()


needs_openssl = pytest.mark.skipif(not shutil.which("openssl"), reason="certificates are made with openssl")


@needs_openssl
@pytest.mark.parametrize(("name", "host"), [("DNS:localhost", "localhost"), ("IP:127.0.0.1", "127.0.0.1")])
def test_the_certificate_is_checked_for_the_name_and_not_for_the_address_behind_it(server, tls, name, host):
    asked = tls(name)
    assert send(server, host, scheme="https") == 200
    assert asked[-1] == (host if host == "localhost" else None)


@needs_openssl
@pytest.mark.parametrize(("name", "host"), [("IP:127.0.0.1", "localhost"), ("DNS:other.example", "localhost")])
def test_a_certificate_for_another_name_is_refused(server, tls, name, host):
    tls(name)
    with pytest.raises(ConnectionError, match=r"(?i)certificate"):
        send(server, host, scheme="https")
    assert server.got == []
