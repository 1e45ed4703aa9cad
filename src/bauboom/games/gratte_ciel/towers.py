"""Towers: what they are made of, what they withstand, which prizes they win and what they count."""

from bauboom.core.kernel import kernel

from .components import (
    ABSORBER,
    ABSORBER_BONUS,
    CATEGORY_COUNT,
    COLLAPSED,
    FLAW_POINTS,
    FLOORS_END,
    INSURANCE,
    LOWEST,
    MINI_HEIGHT,
    MINI_POINTS,
    OPEN,
    PER_CATEGORY,
    QUAKE,
    RECORD_POINTS,
    SITES,
    SPECIALS_END,
    TOILET,
    TOILET_POINTS,
    TOILET_ROOF,
    TOWER_CARDS,
    UNITY_POINTS,
)

# Standing


@kernel
def is_standing(s, site):
    """Open or finished."""
    return s.owner[site] == OPEN or s.owner[site] >= 0


@kernel
def open_sites(s):
    count = 0
    for site in range(SITES):
        count += s.owner[site] == OPEN
    return count


@kernel
def floors_of(s, site, first, end):
    """How many cards of a range of kinds a tower has."""
    cards = 0
    for card in range(first, end):
        cards += int(s.tower[site, card])
    return cards


@kernel
def can_be_finished(s, site):
    """G-roof, G21: open, with a floor or a special floor."""
    return s.owner[site] == OPEN and floors_of(s, site, 0, SPECIALS_END) > 0


@kernel
def height(s, site):
    """G-height: all its cards together."""
    metres = 0
    for card in range(TOWER_CARDS):
        metres += int(s.tower[site, card]) * int(s.card_height[card])
    return metres


@kernel
def prestige(s, site):
    """G-score: on its cards."""
    points = 0
    for card in range(TOWER_CARDS):
        points += int(s.tower[site, card]) * int(s.card_prestige[card])
    return points


@kernel
def has_toilet(s, site):
    """G-flaw, G-roof: a toilet roof counts as one."""
    return s.tower[site, TOILET] + s.tower[site, TOILET_ROOF] > 0


@kernel
def resistance_left(s, site):
    """G-foundation, G-collapse, G3, G-special, G6: what is left after earthquakes and hits of the century."""
    own = int(s.resistance[s.ground[site]]) + int(s.tower[site, ABSORBER]) * int(s.value[ABSORBER_BONUS])
    return own + int(s.insurances[site]) - int(s.quakes[site]) - int(s.hits[site])


@kernel
def collapse_if_due(s, site):
    """G-collapse, G4, G9: all cards to the discard pile; the foundation leaves the game."""
    if resistance_left(s, site) > 0:
        return
    for card in range(TOWER_CARDS):
        s.discards[card] += s.tower[site, card]
        s.tower[site, card] = 0
    s.discards[QUAKE] += s.quakes[site]
    s.discards[INSURANCE] += s.insurances[site]
    s.quakes[site] = 0
    s.insurances[site] = 0
    s.hits[site] = 0
    s.above[site] = 0
    s.finished[site] = 0
    s.owner[site] = COLLAPSED


# Prizes and points


@kernel
def mini_site(s):
    """G-mini, G25: the newest standing tower of 60 metres with a toilet and above its threshold; −1 if none is."""
    newest, found = 0, -1
    for site in range(SITES):
        is_newer = s.finished[site] > newest and s.above[site]
        if is_newer and has_toilet(s, site) and height(s, site) == s.value[MINI_HEIGHT]:
            newest, found = int(s.finished[site]), site
    return found


@kernel
def is_flawed(s, site, mini):
    """G-flaw, G5: no toilet, not above the threshold when finished, or under 100 metres and not the mini."""
    return not s.above[site] or not has_toilet(s, site) or (height(s, site) < s.value[LOWEST] and site != mini)


@kernel
def threshold(s, seat):
    """G-threshold, G19: the tallest standing tower of a seat, flawed or not."""
    tallest = 0
    for site in range(SITES):
        if s.owner[site] == seat:
            tallest = max(tallest, height(s, site))
    return tallest


@kernel
def only_category(s, site):
    """G-floor, G-unity: the category of all floors of a tower; −1 if there is none or they differ."""
    category = -1
    floors = floors_of(s, site, 0, FLOORS_END)
    for other in range(CATEGORY_COUNT):
        first = other * PER_CATEGORY
        if floors > 0 and floors_of(s, site, first, first + PER_CATEGORY) == floors:
            category = other
    return category


@kernel
def unity_site(s, category, mini):
    """G-unity, G25: the newest standing tower, not flawed and no mini, all of this category; −1 if there is none."""
    newest, found = 0, -1
    for site in range(SITES):
        is_newer = s.finished[site] > newest and site != mini
        if is_newer and only_category(s, site) == category and not is_flawed(s, site, mini):
            newest, found = int(s.finished[site]), site
    return found


@kernel
def record_site(s, mini):
    """G-record, G22: the single tallest standing tower that is not flawed; −1 if there is none or a tie."""
    tallest, found = 0, -1
    for site in range(SITES):
        if s.owner[site] >= 0 and not is_flawed(s, site, mini):
            metres = height(s, site)
            if metres > tallest:
                tallest, found = metres, site
            elif metres == tallest:
                found = -1
    return found


@kernel
def prizes(s, site, mini, record):
    """G-mini, G-unity, G-record: what the prizes of a tower that is not flawed give."""
    points = int(s.value[MINI_POINTS]) if site == mini else 0
    category = only_category(s, site)
    if category >= 0 and unity_site(s, category, mini) == site:
        points += int(s.value[UNITY_POINTS])
    return points + (int(s.value[RECORD_POINTS]) if site == record else 0)


@kernel
def points_of(s, site, mini, record):
    """G-score, G-flaw, G24: what a finished tower counts for its owner."""
    if is_flawed(s, site, mini):
        return int(s.value[FLAW_POINTS])
    return prestige(s, site) + prizes(s, site, mini, record)


@kernel
def score_of(s, seat):
    """G-score, G-toilet: towers, flaws, prizes, and points for toilets."""
    mini = mini_site(s)
    record = record_site(s, mini)
    points = int(s.toilets[seat]) * int(s.value[TOILET_POINTS])
    for site in range(SITES):
        if s.owner[site] == seat:
            points += points_of(s, site, mini, record)
    return points
