"""What a person may have done wrong, or has to do: programs say it in one line. They import nothing, to be quick."""


class UserError(Exception):
    """Something that its text explains to whoever caused it."""


def one_line(error: BaseException) -> str:
    """What an error of a library says, short enough to be part of a sentence."""
    said = str(error).splitlines()
    return said[0][:200] if said else type(error).__name__


class OptionError(UserError, ValueError):
    """An option that the game does not have, or a combination it is not played in."""


class LibraryError(UserError):
    """A game's rules cannot be run here, and what to do about it."""
