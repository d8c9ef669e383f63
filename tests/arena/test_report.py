"""The figures: that they are right, and that their intervals cover the truth as often as they claim."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from rich.console import Console
from rich.text import Text

from heliodor.arena.play import Failure, Outcome
from heliodor.arena.report import BotFigures, Circumstances, PairFigures, Report, make_report
from heliodor.arena.terminal import print_report
from tests.arena.tournaments import job_of, outcome


def report_on(outcomes: list[Outcome], bots: str = "AB", game: str = "nizam", mode: str = "table") -> Report:
    job = job_of(*(f"{bot}=random" for bot in bots), game=game, players=len(outcomes[0].seats))
    deals = 1 + max(found.deal for found in outcomes)
    about = Circumstances(mode, deals, 2, 1.0, 0, "one process", "heliodor arena")  # type: ignore[arg-type]
    return make_report(job, outcomes, about)


def bot_of(report: Report, name: str) -> BotFigures:
    return next(bot for bot in report.bots if bot.name == name)


def pair_of(report: Report, bot: str, other: str) -> PairFigures:
    return next(pair for pair in report.pairs if (pair.bot, pair.other) == (bot, other))


def spoilt(deal: int, seats: str, by: int) -> Outcome:
    found = outcome(deal, seats, [0] * len(seats), [])
    return msgspec.structs.replace(found, failure=Failure(by, seats[by], "illegal", "it chose badly"))


def test_a_shared_win_counts_in_parts() -> None:
    report = report_on(
        [outcome(0, "AB", [5, 5]), outcome(0, "BA", [1, 2]), outcome(1, "AB", [3, 1]), outcome(1, "BA", [4, 4])]
    )
    assert bot_of(report, "A").win_share.value == pytest.approx(3 / 4)
    assert report.fair_share == 0.5
    assert [bot.name for bot in report.bots] == ["A", "B"]


def test_margins_are_to_the_best_and_to_the_mean_of_the_others() -> None:
    report = report_on([outcome(0, "ABC", [10, 4, 6]), outcome(1, "CAB", [9, 3, 5])], "ABC")
    a = bot_of(report, "A")
    assert a.score[0].value == pytest.approx(6.5)
    assert a.margin_to_best[0].value == pytest.approx((4 - 6) / 2)
    assert a.margin_to_mean[0].value == pytest.approx((5 - 4) / 2)


def test_finishing_ahead_and_winning_alone_are_counted() -> None:
    report = report_on([outcome(0, "ABB", [5, 7, 1]), outcome(1, "BAA", [2, 3, 2])], mode="duel")
    pair = pair_of(report, "A", "B")
    assert pair.ahead is not None and pair.ahead.value == pytest.approx((1 + 1.5) / 4)
    assert pair.alone is not None and pair.alone.value == 0.0
    back = pair_of(report, "B", "A")
    assert back.ahead is not None and back.ahead.value == pytest.approx(1.5 / 4)


def test_the_winner_comes_first_even_where_points_are_equal() -> None:
    report = report_on([outcome(deal, "ABC", [7, 7, 3], [1]) for deal in range(2)], "ABC", game="luz")
    pair = pair_of(report, "B", "A")
    assert pair.ahead is not None and pair.ahead.value == 1.0


def test_a_bot_that_spoils_a_match_has_lost_it_and_no_score_of_it_counts() -> None:
    report = report_on(
        [spoilt(0, "AB", by=0), outcome(0, "BA", [1, 9]), spoilt(1, "AB", by=0), outcome(1, "BA", [1, 9])]
    )
    a = bot_of(report, "A")
    assert a.failures == 2
    assert a.win_share.value == 0.5
    assert a.score[0].value == 9
    assert [(group.bot, group.kind, group.count, group.deal) for group in report.failures] == [("A", "illegal", 2, 0)]


def test_a_bot_that_spoils_everything_has_no_score() -> None:
    report = report_on([spoilt(0, "AB", by=0), spoilt(1, "BA", by=1)])
    assert bot_of(report, "A").score == []
    assert bot_of(report, "A").win_share.value == 0.0


def test_a_score_of_several_numbers_stays_several_numbers() -> None:
    report = report_on([outcome(0, "AB", [0, 0]), outcome(1, "BA", [0, 0])], game="gnomes")
    assert len(bot_of(report, "A").score) == 6
    assert len(bot_of(report, "A").margin_to_best) == 6


def test_alone_at_the_table_bots_are_compared_deal_by_deal() -> None:
    scores = {"A": [30, 40, 50], "B": [20, 50, 40]}
    report = report_on([outcome(deal, bot, [scores[bot][deal]]) for deal in range(3) for bot in "AB"])
    assert bot_of(report, "A").win_share.value == pytest.approx(2 / 3)
    ratio = pair_of(report, "A", "B").score_ratio
    assert ratio is not None and ratio.value == pytest.approx(120 / 110)
    assert bot_of(report, "A").margin_to_best[0].value == pytest.approx(10 / 3)


def test_one_deal_has_no_interval() -> None:
    found = bot_of(report_on([outcome(0, "AB", [1, 2]), outcome(0, "BA", [1, 2])]), "A")
    assert (found.win_share.low, found.win_share.high) == (None, None)


def test_a_bot_that_always_won_still_has_an_interval() -> None:
    found = bot_of(report_on([outcome(deal, "AB", [9, 1]) for deal in range(50)]), "A")
    assert found.win_share.value == found.win_share.high == 1.0
    assert found.win_share.low == pytest.approx(0.025 ** (1 / 50))
    assert found.strength.high is not None and found.strength.high > found.strength.value + 50


def test_the_order_of_outcomes_changes_nothing() -> None:
    rng = np.random.default_rng(4)
    played = [outcome(deal, seats, rng.integers(0, 5, 2).tolist()) for deal in range(40) for seats in ("AB", "BA")]
    shuffled = [played[place] for place in rng.permutation(len(played))]
    assert report_on(played) == report_on(shuffled)


def test_intervals_cover_the_truth_as_often_as_they_say(scale) -> None:  # type: ignore[no-untyped-def]
    # Every deal has its own luck, which favours one seat in all its matches: what a bootstrap over single
    # matches would overlook. The better bot wins with a chance of 1 / (1 + exp(-0.5 ∓ luck)).
    rng = np.random.default_rng(5)
    rounds, deals, better = max(60, scale(100)), 60, 0.5
    lucks = rng.normal(0, 1.5, 200_000)
    truth = float(np.mean(1 / (1 + np.exp(-better - lucks))))
    covered_share = covered_strength = 0
    points = 400 / np.log(10) * np.log(truth / (1 - truth)) / 2
    for _ in range(rounds):
        played = []
        for deal, luck in enumerate(rng.normal(0, 1.5, deals)):
            for seats, sign in (("AB", 1), ("BA", -1)):
                a_wins = rng.random() < 1 / (1 + np.exp(-better - sign * luck))
                played.append(outcome(deal, seats, [1, 0] if a_wins == (seats == "AB") else [0, 1]))
        found = bot_of(report_on(played), "A")
        assert found.win_share.low is not None and found.win_share.high is not None
        assert found.strength.low is not None and found.strength.high is not None
        covered_share += found.win_share.low <= truth <= found.win_share.high
        covered_strength += found.strength.low <= points <= found.strength.high
    # Four standard errors below 95 %.
    least = 0.95 - 4 * (0.95 * 0.05 / rounds) ** 0.5
    assert covered_share / rounds > least
    assert covered_strength / rounds > least


@pytest.mark.parametrize("width", [80, 200])
def test_the_report_fits_the_screen(
    width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    deals = [outcome(deal, seats, [40 + deal, 38]) for deal in range(30) for seats in ("AB", "BA")]
    monkeypatch.setattr("heliodor.arena.terminal.Console", lambda **options: Console(**options, width=width))
    monkeypatch.setattr(Console, "is_terminal", True)
    monkeypatch.setenv("NO_COLOR", "1")
    print_report(report_on(deals))
    out = Text.from_ansi(capsys.readouterr().out).plain
    assert all(len(line.rstrip()) <= width for line in out.splitlines())
    headings = [line for line in out.splitlines() if line.strip().startswith("bot ")]
    assert len(headings) == (1 if width == 200 else 2), out
    for word in ("strength", "won (50.0 % is fair)", "margin to best", "CPU ms a decision", "decisions/s", "spoilt"):
        assert sum(word in heading for heading in headings) == 1, f"{word} is broken or missing"
