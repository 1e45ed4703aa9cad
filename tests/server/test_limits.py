"""Limits: never more than allowed, never refused after waiting as told, never more memory than agreed."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bauboom.server.limits import Buckets, Counted, address_key


def test_a_burst_is_allowed_and_then_one_at_a_time():
    buckets = Buckets(2, 3)
    assert [buckets.take("Ada", 100.0) for _ in range(3)] == [0.0, 0.0, 0.0]
    assert buckets.take("Ada", 100.0) == pytest.approx(0.5)
    assert buckets.take("Ada", 100.25) == pytest.approx(0.25)
    assert buckets.take("Ada", 100.5) == 0.0
    assert buckets.take("Ada", 100.5) > 0


def test_keys_do_not_share_a_bucket():
    buckets = Buckets(1, 1)
    assert buckets.take("Ada", 0.0) == 0.0
    assert buckets.take("Ada", 0.0) > 0
    assert buckets.take("Grace", 0.0) == 0.0


def test_what_costs_more_takes_more_and_what_costs_too_much_is_never_allowed():
    buckets = Buckets(1, 10)
    assert buckets.take("Ada", 0.0, cost=7) == 0.0
    assert buckets.take("Ada", 0.0, cost=7) == pytest.approx(4)
    assert buckets.take("Ada", 0.0, cost=3) == 0.0
    assert buckets.take("Grace", 0.0, cost=10.5) == math.inf


def test_without_a_time_the_clock_is_asked():
    buckets = Buckets(1e-6, 1)
    assert buckets.take("Ada") == 0.0
    assert 0 < buckets.take("Ada") <= 1e6


@pytest.mark.parametrize(("rate", "burst", "most"), [(0, 1, 1), (-1, 1, 1), (1, 0, 1), (1, 1, 0)])
def test_a_bucket_that_could_never_hold_anything_is_refused(rate, burst, most):
    with pytest.raises(ValueError, match="bucket"):
        Buckets(rate, burst, most)


@given(st.floats(0.01, 1000), st.integers(1, 20), st.floats(0, 2e9), st.lists(st.floats(0, 10), max_size=60))
def test_in_any_span_no_more_is_allowed_than_burst_and_rate_give(rate, burst, now, pauses):
    buckets, allowed = Buckets(rate, burst), []
    for pause in pauses:
        now += pause / rate
        wait = buckets.take("Ada", now)
        if wait == 0.0:
            allowed.append(now)
        else:
            assert wait <= 1 / rate + 1e-5  # it never takes longer than one token does
    for i, first in enumerate(allowed):
        for j, last in enumerate(allowed[i:], 1):
            assert j <= burst + (last - first + 1e-5) * rate + 1e-6


@given(st.floats(0.01, 1000), st.integers(1, 20), st.floats(0, 2e9), st.floats(0.1, 20))
def test_who_waited_as_long_as_told_is_allowed(rate, burst, now, cost):
    buckets, cost = Buckets(rate, burst), min(cost, burst)
    for _ in range(40):
        wait = buckets.take("Ada", now, cost)
        if wait:
            if wait > 1e-4:  # what is shorter is rounding, and might be allowed
                assert buckets.take("Ada", now + wait * 0.5, cost) > 0
            now += wait
            assert buckets.take("Ada", now, cost) == 0.0


def test_full_buckets_are_forgotten():
    buckets = Buckets(1, 5)
    for second in range(50_000):
        assert buckets.take(f"guest {second}", float(second)) == 0.0
    assert len(buckets) <= 1024


@pytest.mark.parametrize("most", [1, 2, 3, 100, 5000])
def test_there_are_never_more_keys_than_agreed_and_the_emptiest_stay(most):
    buckets = Buckets(0.001, 10, most)
    while not buckets.take("flood", 0.0):
        pass
    for guest in range(3 * most):
        buckets.take(f"guest {guest}", 1.0)
        assert len(buckets) <= most
    if most > 1:
        assert buckets.take("flood", 2.0) > 0


def test_a_sweep_makes_room_for_many_new_keys():
    buckets, sweeps = Buckets(0.001, 10, 4000), 0
    for guest in range(40_000):
        before = len(buckets)
        buckets.take(f"guest {guest}", guest / 1e6)
        sweeps += len(buckets) <= before
    assert 30 <= sweeps <= 40  # the first room is 4000 keys, each later one 1000


def test_so_many_may_be_open_at_once_and_no_more():
    sockets = Counted(2)
    assert [sockets.enter("Ada") for _ in range(3)] == [True, True, False]
    assert sockets.enter("Grace")
    sockets.leave("Ada")
    assert [sockets.enter("Ada") for _ in range(2)] == [True, False]


@given(st.lists(st.tuples(st.booleans(), st.sampled_from(["Ada", "Grace"]))))
def test_the_count_is_that_of_those_who_entered_and_did_not_leave(steps):
    sockets, held = Counted(3), {"Ada": 0, "Grace": 0}
    for enters, who in steps:
        if enters:
            assert sockets.enter(who) == (held[who] < 3)
            held[who] = min(3, held[who] + 1)
        elif held[who]:
            sockets.leave(who)
            held[who] -= 1
        else:
            with pytest.raises(KeyError):
                sockets.leave(who)
        assert len(sockets) == sum(count > 0 for count in held.values())


@pytest.mark.parametrize(
    ("ip", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("", ""),
        ("testclient", "testclient"),
        ("x" * 1000, "x" * 64),
        ("999.0.2.7", "999.0.2.7"),
    ],
)
def test_addresses_are_limited_by_the_network_that_one_customer_has(ip, key):
    assert address_key(ip) == key


@given(st.ip_addresses(v=6), st.ip_addresses(v=6))
def test_two_addresses_share_a_key_if_and_only_if_they_share_a_64(one, two):
    two_near = type(one)(int(one) >> 64 << 64 | int(two) & (2**64 - 1))
    if not (one.ipv4_mapped or two.ipv4_mapped or two_near.ipv4_mapped):
        assert address_key(str(one)) == address_key(str(two_near))
        assert (address_key(str(one)) == address_key(str(two))) == (int(one) >> 64 == int(two) >> 64)
