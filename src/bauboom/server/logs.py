"""The server's log: one JSON object per line for machines, or readable lines for a terminal."""

import logging
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec


def configure(style: str, level: str) -> None:
    """Log to stderr, in style "json" or "text", from a level on; start uvicorn with log_config=None afterwards.

    Data that belongs to a message is passed as `extra={"data": {…}}`.
    """
    formatters: dict[str, type[logging.Formatter]] = {"json": JsonLines, "text": TextLines}
    if style not in formatters:
        raise ValueError(f"logs are {' or '.join(formatters)}, not {style!r}")
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatters[style]())
    root = logging.getLogger()
    root.setLevel(level.upper())
    root.handlers[:] = [handler]
    for name in ("uvicorn", "uvicorn.error", "uvicorn.asgi", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.setLevel(logging.NOTSET)
        logger.propagate = True
    access = logging.getLogger("uvicorn.access")  # addresses and paths of every request, which are not kept
    access.propagate, access.disabled = False, True
    for name in ("httpx", "httpcore", "aiosqlite", "sqlalchemy"):  # they log webhooks' URLs and what is stored
        logging.getLogger(name).setLevel(logging.WARNING)


class JsonLines(logging.Formatter):
    """A record as one JSON object; a key of the data that is taken already is prefixed with "data."."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")[:-6] + "Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if traceback := _traceback(self, record):
            line["exception"] = traceback
        line |= {f"data.{key}" if key in line else key: value for key, value in _data(record).items()}
        try:
            return msgspec.json.encode(line, enc_hook=str).decode()
        except (TypeError, ValueError, OverflowError, RecursionError):  # half a surrogate, or a value that JSON lacks
            plain = {_encodable(key): _encodable(value) for key, value in line.items()}
            return msgspec.json.encode(plain).decode()


class TextLines(logging.Formatter):
    """A record as a line that no input can break: what does not print is escaped, a traceback is indented."""

    def format(self, record: logging.LogRecord) -> str:
        when = datetime.fromtimestamp(record.created).astimezone().strftime("%Y-%m-%d %H:%M:%S")
        parts = [when, f"{record.levelname.lower():8}", escaped(record.getMessage())]
        parts += [f"{escaped(key)}={_quoted(str(value))}" for key, value in _data(record).items()]
        traceback = _traceback(self, record)
        return "\n    | ".join([" ".join(parts), *(escaped(line) for line in traceback.split("\n") if traceback)])


def escaped(text: str) -> str:
    """A text without line breaks, control characters and the like."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _quoted(text: str) -> str:
    """A value, in quotes where it would otherwise look like more than one."""
    plain = text and text.isprintable() and not any(c in ' "=' for c in text)
    return text if plain else '"' + escaped(text.replace("\\", "\\\\").replace('"', '\\"')) + '"'


def _data(record: logging.LogRecord) -> dict[str, Any]:
    data = getattr(record, "data", {})
    return {str(key): value for key, value in data.items()} if isinstance(data, Mapping) else {"data": data}


def _traceback(formatter: logging.Formatter, record: logging.LogRecord) -> str:
    """The exception and stack that came with a record."""
    parts = [formatter.formatException(record.exc_info)] if record.exc_info and record.exc_info[0] else []
    return "\n".join([*parts, *([record.stack_info] if record.stack_info else [])])


def _encodable(value: object) -> str:
    return str(value).encode("utf-8", "backslashreplace").decode()
