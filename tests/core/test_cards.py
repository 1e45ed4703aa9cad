"""Cards in places and lists of numbers: what kernels of several games share."""

import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from bauboom.core import cards, lists
from bauboom.core.dice import seeded

EMPTY, UNKNOWN, PLACES = 9, 99, 5
hands = st.lists(st.integers(0, EMPTY - 1), max_size=PLACES).map(sorted)
kinds = st.integers(0, EMPTY - 1)


def places(hand):
    return hand + [EMPTY] * (PLACES - len(hand))


@given(hands, kinds)
def test_a_card_is_put_where_it_belongs_and_taken_out_again(hand, card):
    if len(hand) < PLACES:
        held = places(hand)
        cards.insert(held, card)
        assert held == places(sorted([*hand, card]))
        cards.remove(held, card, EMPTY)
        assert held == places(hand)


@given(hands)
def test_every_card_can_be_taken_out(hand):
    for card in hand:
        held, rest = places(hand), hand.copy()
        cards.remove(held, card, EMPTY)
        rest.remove(card)
        assert held == places(rest)


@given(hands, kinds)
def test_what_is_in_a_hand(hand, card):
    held = places(hand)
    assert cards.how_many(held, EMPTY) == len(hand)
    assert cards.has_card(held, card) == (card in hand)
    assert [held[i] for i in range(len(hand)) if cards.is_new(held, i)] == sorted(set(hand))
    cards.clear(held, EMPTY)
    assert held == places([])


@given(st.lists(st.integers(0, EMPTY), min_size=PLACES, max_size=PLACES))
def test_an_order_is_recognised(held):
    assert cards.is_ascending(held) == (held == sorted(held))


@given(hands, hands)
def test_hands_are_exchanged(one, two):
    here, there = places(one), places(two)
    cards.exchange(here, there)
    assert (here, there) == (places(two), places(one))


@given(hands)
def test_others_see_only_how_many_cards_there_are(hand):
    shown = [0] * PLACES
    cards.show(places(hand), shown, False, EMPTY, UNKNOWN)
    assert shown == [UNKNOWN] * len(hand) + [EMPTY] * (PLACES - len(hand))
    cards.show(places(hand), shown, True, EMPTY, UNKNOWN)
    assert shown == places(hand)


@given(hands, st.integers(0, 2**32))
def test_a_guess_comes_out_of_the_pile_and_keeps_what_is_known(hand, seed):
    pile = [2] * EMPTY
    held = [UNKNOWN, UNKNOWN, *hand][:PLACES]
    held += [EMPTY] * (PLACES - len(held))
    known = [card for card in held if card < EMPTY]
    left = cards.guess(held, pile, sum(pile), seeded(seed).tolist(), UNKNOWN)
    assert held == sorted(held)
    drawn = Counter(card for card in held if card < EMPTY) - Counter(known)
    assert drawn.total() == 2
    assert left == sum(pile) == 2 * EMPTY - 2
    assert Counter({card: 2 - count for card, count in enumerate(pile) if count < 2}) == drawn


def test_a_pile_is_drawn_to_its_end():
    pile, rng, drawn = [0, 3, 0, 1, 2], seeded(1).tolist(), []
    for total in range(6, 0, -1):
        drawn.append(cards.draw(pile, total, rng))
    assert sorted(drawn) == [1, 1, 1, 3, 4, 4]
    assert pile == [0] * 5


@given(st.lists(st.tuples(st.integers(0, 99), st.booleans()), max_size=20))
def test_a_list_has_what_is_wanted_in_order(offered):
    out, count = [None] * (len(offered) + 1), 0
    for number, is_wanted in offered:
        count = lists.append_if(out, count, number, is_wanted)
    assert out[:count] == [number for number, is_wanted in offered if is_wanted]


@given(st.lists(st.integers(0, 20), max_size=30))
def test_a_list_is_sorted_and_every_number_left_once(numbers):
    random.Random(1).shuffle(numbers)
    some = numbers.copy()
    lists.sort(some, len(some))
    assert some == sorted(numbers)
    count = lists.drop_repeats(some, len(some))
    assert some[:count] == sorted(set(numbers))
