"""Lists of numbers that kernels write into an array they are given; `count` says how many are in it so far."""

from .kernel import idx, kernel


@kernel
def append_if(numbers, count, number, is_wanted):
    """Append a number to a list if it is wanted; return how many there are now.

    It is always written, and counted only if it is wanted: that saves a branch which no processor could predict. So the
    array must be longer than the list (SLACK in engine.py).
    """
    numbers[idx(count)] = number
    return count + is_wanted


@kernel
def sort(numbers, count):
    """Put a list into ascending order."""
    for i in range(1, count):
        number, place = numbers[i], i
        while place > 0 and numbers[place - 1] > number:
            numbers[place] = numbers[place - 1]
            place -= 1
        numbers[place] = number


@kernel
def drop_repeats(numbers, count):
    """Keep every number of an ascending list once; return how many are left."""
    different, last = 0, -1
    for i in range(count):
        number = numbers[i]
        numbers[different] = number
        different += number != last
        last = number
    return different
