"""Logs: what machines read is JSON line by line; what people read cannot be forged by those who are logged."""

import asyncio
import json
import logging
import re
import sys
from datetime import datetime, timedelta

import httpx
import pytest
import uvicorn
from hypothesis import example, given
from hypothesis import strategies as st

from bauboom.server.logs import JsonLines, TextLines, configure

LINE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d (debug|info|warning|error|critical) ")


@pytest.fixture(autouse=True)
def loggers_as_before():
    names = [None, "uvicorn", "uvicorn.error", "uvicorn.asgi", "uvicorn.access", "httpx", "httpcore"]
    kept = [(log, log.handlers[:], log.level, log.propagate, log.disabled) for log in map(logging.getLogger, names)]
    yield
    for log, handlers, level, propagate, disabled in kept:
        log.handlers[:] = handlers
        log.setLevel(level)
        log.propagate, log.disabled = propagate, disabled


def record(message, **fields):
    return logging.makeLogRecord({"name": "bauboom", "levelno": 20, "levelname": "INFO", "msg": message, **fields})


def raised(error):
    try:
        raise error
    except type(error) as caught:
        return type(caught), caught, caught.__traceback__


def test_json_lines_say_when_what_and_whatever_was_passed(capfd):
    configure("json", "info")
    log = logging.getLogger("bauboom.server")
    log.info("%s sat down", "Ada", extra={"data": {"table": "t1", "seat": 0, "level": "greedy"}})
    log.debug("nobody asked for this")
    try:
        raise RuntimeError("the roof\nfell in")
    except RuntimeError:
        log.exception("trouble")
    first, second = (json.loads(line) for line in capfd.readouterr().err.splitlines())
    when = first.pop("time")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", when)
    assert datetime.fromisoformat(when).utcoffset() == timedelta(0)
    assert first == {
        "level": "info",
        "logger": "bauboom.server",
        "message": "Ada sat down",
        "table": "t1",
        "seat": 0,
        "data.level": "greedy",
    }
    assert second["level"] == "error"
    assert second["exception"].startswith("Traceback")
    assert second["exception"].endswith("RuntimeError: the roof\nfell in")


def test_the_time_is_that_of_the_record_in_utc():
    assert json.loads(JsonLines().format(record("x", created=1.5)))["time"] == "1970-01-01T00:00:01.500Z"
    assert json.loads(JsonLines().format(record("x", created=86400.0)))["time"] == "1970-01-02T00:00:00.000Z"


@given(st.text(), st.dictionaries(st.text(), st.one_of(st.text(), st.integers(), st.floats(), st.binary(), st.none())))
@example("half a \ud800", {"\udfff": "\ud800"})
@example("", {"big": 2**200, "deep": [[{"x": object}]]})
@example("", {"keys": {(1, 2): 3}})
def test_whatever_is_logged_is_one_json_object_in_one_line(message, data):
    line = JsonLines().format(record(message, data=data))
    assert "\n" not in line
    assert "\r" not in line
    found = json.loads(line)
    assert len(found) == 4 + len(data)
    if message.isprintable():
        assert found["message"] == message


def test_text_lines_are_readable(capfd):
    configure("text", "warning")
    log = logging.getLogger("bauboom.server")
    log.warning("%s left", "Grace", extra={"data": {"seat": 1, "why": "no time", "name": 'Gr"ace', "none": ""}})
    log.info("nobody asked for this")
    (line,) = capfd.readouterr().err.splitlines()
    assert LINE.match(line)
    assert line.endswith(r'warning  Grace left seat=1 why="no time" name="Gr\"ace" none=""')


EVIL = "Ada\n2026-01-01 00:00:00 error    forged\r\x1b[2K\x85\u2028\u202e\x00\ud800"


@given(st.text(), st.text(), st.text())
@example(EVIL, EVIL, EVIL)
def test_nobodys_input_can_forge_a_line_or_reach_the_terminal(message, key, value):
    line = TextLines().format(record("%s said", args=(message,), data={key: value}))
    assert line.isprintable()
    assert len(LINE.findall(line[:40])) == 1


@given(st.text())
@example(EVIL)
def test_an_exceptions_text_stays_indented_below_its_line(text):
    first, *rest = TextLines().format(record("trouble", exc_info=raised(ValueError(text)))).split("\n")
    assert LINE.match(first)
    assert rest
    assert all(line.startswith("    | ") and line.isprintable() for line in rest)


def test_a_value_cannot_pose_as_another_key():
    line = TextLines().format(record("sat", data={"name": "Ada seat=3", "tail": 'x" seat="4', "end": "a\nb"}))
    assert line.endswith(r'sat name="Ada seat=3" tail="x\" seat=\"4" end="a\nb"')


def test_a_stack_and_data_that_is_no_mapping_are_told_too():
    fields = {"stack_info": "Stack:\n  line", "data": 7}
    assert TextLines().format(record("x", **fields)).endswith("x data=7\n    | Stack:\n    |   line")
    found = json.loads(JsonLines().format(record("x", **fields)))
    assert (found["exception"], found["data"]) == ("Stack:\n  line", 7)


def test_an_unknown_style_or_level_is_refused():
    with pytest.raises(ValueError, match="json or text"):
        configure("xml", "info")
    with pytest.raises(ValueError, match="LOUD"):
        configure("json", "loud")


async def app(scope, receive, send):
    if scope["type"] == "http":
        if scope["path"] == "/broken":
            raise RuntimeError("the roof fell in")
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"ok"})


async def serve_and_ask():
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_config=None, lifespan="off"))
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    async with httpx.AsyncClient(trust_env=False) as client:
        answers = [await client.get(f"http://127.0.0.1:{port}/{path}") for path in ("secret-path", "broken")]
    server.should_exit = True
    await serving
    return [answer.status_code for answer in answers]


def test_uvicorn_logs_through_us_once_and_keeps_no_list_of_requests(capfd):
    for name in ("uvicorn", "uvicorn.access"):  # as if somebody had let uvicorn have its way before
        logging.getLogger(name).addHandler(logging.StreamHandler(sys.stderr))
        logging.getLogger(name).propagate = False
    configure("json", "debug")
    configure("json", "info")
    assert asyncio.run(serve_and_ask()) == [200, 500]
    out, err = capfd.readouterr()
    lines = [json.loads(line) for line in err.splitlines()]
    assert out == ""
    assert "secret-path" not in err
    assert {line["logger"] for line in lines} == {"uvicorn.error"}
    assert sum("running on" in line["message"] for line in lines) == 1
    assert sum("the roof fell in" in line.get("exception", "") for line in lines) == 1
