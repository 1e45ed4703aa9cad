"""Plots and pages: whole documents of their own, harmless whatever they are told, with every value at its place."""

import itertools
import math
import xml.etree.ElementTree as ET

import pytest

from bauboom.analysis.plots import bars, lines, page, shown, spread, table, ticks

SVG = "{http://www.w3.org/2000/svg}"
NASTY = '<script>alert("&")</script>'
SHARES = [("seat 0", 0.5, 0.45, 0.55), ("seat 1", 0.25, 0.2, 0.3)]
CURVES = {"first": [(1, 0.2, 0.1, 0.3), (2, 0.6, 0.5, 0.7)], "second": [(1, 0.8, None, None), (2, 0.4, None, None)]}


def every_plot(title: str, label: str) -> list[str]:
    return [
        bars(title, [(label, 0.5, 0.4, 0.6)], mark=0.3, mark_label=label),
        bars(title, [(label, 7.0, 6.5, 7.5)], unit=label, zero=False),
        lines(title, label, label, {label: CURVES["first"], "other": CURVES["second"]}, mark=0.5),
        spread(title, [(label, {1: 2, 5: 1})], x_label=label),
    ]


def texts(plot: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(plot).iter(SVG + "text")]


@pytest.mark.parametrize("number", range(4))
def test_what_people_typed_stays_text(number):
    plot = every_plot(NASTY, NASTY)[number]
    assert "<script" not in plot
    assert ET.fromstring(plot).find(f"{SVG}title").text == NASTY


def test_a_page_stands_alone_and_escapes_its_words():
    html = page(NASTY, [(NASTY, NASTY, table([NASTY], [[NASTY]]), *every_plot(NASTY, NASTY))], lead=NASTY)
    assert "<script" not in html
    assert "src=" not in html
    assert "href=" not in html
    assert "url(" not in html
    assert html.count("<figure>") == 4
    assert "prefers-color-scheme:dark" in html
    assert "width=device-width" in html


def test_the_page_keeps_paragraphs_apart():
    assert "<p>one</p><p>two three</p>" in page("x", [("y", "one\n\ntwo\nthree")])


def test_bars_are_as_long_as_their_values():
    root = ET.fromstring(bars("x", SHARES))
    first, second = (float(bar.get("width")) for bar in root.iter(SVG + "rect") if bar.get("class", "").startswith("f"))
    assert first == pytest.approx(2 * second, abs=0.2)
    assert {"50 %", "25 %", "seat 0", "seat 1"} <= set(texts(bars("x", SHARES)))


def test_bars_of_negative_values_end_where_the_positive_begin():
    root = ET.fromstring(bars("x", [("a", -2.0, None, None), ("b", 3.0, None, None)], unit=""))
    minus, plus = (bar for bar in root.iter(SVG + "rect") if bar.get("class", "").startswith("f"))
    assert float(minus.get("x")) + float(minus.get("width")) == pytest.approx(float(plus.get("x")), abs=0.2)


def test_values_are_told_as_exactly_as_their_intervals_deserve():
    assert "36.24" in texts(bars("x", [("a", 36.2431, 36.22, 36.26)], unit="", zero=False))
    assert "36" in texts(bars("x", [("a", 36.2431, 30.0, 42.0)], unit=""))


def test_a_value_without_an_interval_has_no_whisker():
    assert "<path" in bars("x", SHARES)
    assert "<path" not in bars("x", [("a", 0.5, None, None)])


def test_a_curve_goes_up_where_its_values_do_and_has_a_band_only_with_intervals():
    root = ET.fromstring(lines("x", "round", "share", CURVES, unit="%"))
    rising, falling = (
        [float(pair.split(",")[1]) for pair in curve.get("points").split()] for curve in root.iter(SVG + "polyline")
    )
    assert rising[0] > rising[1]
    assert falling[0] < falling[1]
    assert [shape.get("class") for shape in root.iter(SVG + "polygon") if shape.get("opacity")] == ["f0"]


def test_names_at_the_ends_of_curves_do_not_cover_each_other():
    same = {f"curve {i}": [(1, 0.5, None, None), (2, 0.5, None, None)] for i in range(6)}
    root = ET.fromstring(lines("x", "round", "share", same))
    heights = [float(t.get("y")) for t in root.iter(SVG + "text") if (t.text or "").startswith("curve")]
    assert len(heights) == 6
    assert all(b - a >= 15 for a, b in itertools.pairwise(heights))


def test_a_hill_shows_the_median():
    assert "median 3" in texts(spread("x", [("a", {1: 10, 3: 30, 9: 10})]))


@pytest.mark.parametrize("plot", [bars("x", []), lines("x", "a", "b", {}), spread("x", [("a", {})])])
def test_nothing_gives_a_plot_that_says_so(plot):
    assert "nothing to show yet" in plot
    assert ET.fromstring(plot) is not None


def test_what_is_not_a_number_is_left_out():
    plot = bars("x", [("a", math.nan, None, None), ("b", 0.5, -math.inf, math.inf)])
    plot += lines("x", "a", "b", {"a": [(1, math.nan, None, None), (2, 1.0, math.nan, math.inf)]})
    assert "nan" not in plot
    assert "inf" not in plot


@pytest.mark.parametrize(
    ("low", "high", "whole"), [(0, 1, False), (0.31, 0.36, False), (-3.4, 2.2, False), (1, 6, True), (5, 5, False)]
)
def test_ticks_are_even_and_hold_everything(low, high, whole):
    scale = ticks(low, high, 5, whole)
    gaps = {round(b - a, 9) for a, b in itertools.pairwise(scale)}
    assert len(gaps) == 1
    assert scale[0] <= low
    assert scale[-1] >= high
    assert 2 <= len(scale) <= 9
    assert not whole or all(tick == int(tick) for tick in scale)


@pytest.mark.parametrize(
    ("value", "unit", "step", "text"),
    [
        (0.3333, "%", 0.001, "33.3 %"),
        (0.25, "%", 0.25, "25 %"),
        (2.5, "", 2.5, "2.5"),
        (-1.0, "", 1, "−1"),
        (1e4, "", 1, "10,000"),
    ],
)
def test_values_in_words(value, unit, step, text):
    assert shown(value, unit, step) == text


def test_the_same_plot_twice_is_the_same_text():
    assert every_plot("x", "a") == every_plot("x", "a")
