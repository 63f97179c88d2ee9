"""What a command makes of a table: events, or a refusal and nothing."""

from typing import assert_never

from pitlink.refusals import Refused, cannot_be
from pitlink.table import (
    aftermath,
    answering,
    betting,
    claiming,
    dealing,
    deciding,
    racking,
    recording,
    reporting,
    ruling,
    seating,
    settling,
    showing,
    waiting,
)
from pitlink.table import commands as ask
from pitlink.table.seating import Decided
from pitlink.table.state import Play, Table

# What may be done while the round waits for a ruling or for answers: it goes on at the table, not in the round.
WHILE_WAITING = (
    *(ask.Report, ask.DismissReport, ask.CountCards, ask.Rule, ask.AnswerOption, ask.TakeSilence, ask.AskForTime),
    *(ask.DecideLaterRounds, ask.LiftBar, ask.RestrictPlayer, ask.LiftRestriction, ask.CloseStay),
    *(ask.Join, ask.Leave, ask.Sit, ask.Stand, ask.BuyIn, ask.CashOut, ask.AssignDealer, ask.AmendAwards),
    *(ask.Fill, ask.Credit),
)
WHEN_CLOSED = (ask.CashOut, ask.CountRack)


def decide(table: Table, command: ask.AnyCommand) -> Decided:
    if refused := cannot_be(command.by, getattr(command, "amount", None), getattr(command, "counted", None)):
        return refused
    if isinstance(command, ask.OpenTable):
        return seating.open_table(table, command)
    if table.setup is None:
        return Refused("table_is_not_open", "a table that was never opened", "OpenTable first")
    if not table.open and not isinstance(command, WHEN_CLOSED):
        return Refused("table_is_closed", f"table {table.setup.table}", "a table that is open")
    if table.play is not None and table.play.due.step in ("rule", "answer") and not isinstance(command, WHILE_WAITING):
        return _waits(table.play)
    match command:
        case ask.DealCard():
            return dealing.deal_card(table, command)
        case ask.PlaceWager():
            return betting.place_wager(table, command)
        case ask.Decide():
            return deciding.decide_hand(table, command)
        case ask.Look():
            return deciding.look(table, command)
        case ask.ShowHand():
            return showing.show_hand(table, command)
        case ask.Expose():
            return showing.expose(table, command)
        case ask.Settle():
            return settling.settle(table, command)
        case ask.CallBets():
            return betting.call_bets(table, command)
        case ask.CloseBets():
            return betting.close_bets(table, command)
        case ask.OpenDeck():
            return dealing.open_deck(table, command)
        case ask.RaiseWager():
            return betting.raise_wager(table, command)
        case ask.TakeBackWager():
            return betting.take_back_wager(table, command)
        case ask.RecordWager():
            return recording.record_wager(table, command)
        case ask.CorrectWager():
            return recording.correct_wager(table, command)
        case ask.CorrectCard():
            return dealing.correct_card(table, command)
        case ask.HandleCards():
            return deciding.handle_cards(table, command)
        case ask.RecordDecision():
            return deciding.record_decision(table, command)
        case ask.TakeSilence() if table.play is not None and table.play.due.step == "answer":
            return answering.take_silence(table, command)
        case ask.TakeSilence():
            return deciding.take_silence(table, command)
        case ask.AskForTime():
            return waiting.ask_for_time(table, command)
        case ask.FindAbsent():
            return deciding.find_absent(table, command)
        case ask.DeclineToShow():
            return showing.decline_to_show(table, command)
        case ask.NotifyJackpotHand():
            return showing.notify_jackpot_hand(table, command)
        case ask.AmendAwards():
            return claiming.amend_awards(table, command)
        case ask.VerifyClaims():
            return claiming.verify_claims(table, command)
        case ask.ApproveClaims():
            return claiming.approve_claims(table, command)
        case ask.RejectClaims():
            return claiming.reject_claims(table, command)
        case ask.PayAwards():
            return claiming.pay_awards(table, command)
        case ask.CloseTable():
            return racking.close_table(table, command)
        case ask.Fill() | ask.Credit():
            return racking.move_chips(table, command)
        case ask.CountRack():
            return racking.count_rack(table, command)
        case ask.AssignDealer():
            return seating.assign_dealer(table, command)
        case ask.Join():
            return seating.join(table, command)
        case ask.Leave():
            return seating.leave(table, command)
        case ask.BuyIn():
            return seating.buy_in(table, command)
        case ask.CashOut():
            return seating.cash_out(table, command)
        case ask.Sit():
            return seating.sit(table, command)
        case ask.Stand():
            return seating.stand(table, command)
        case ask.RestrictPlayer():
            return seating.restrict_player(table, command)
        case ask.LiftRestriction():
            return seating.lift_restriction(table, command)
        case ask.CloseStay():
            return seating.close_stay(table, command)
        case ask.Report():
            return reporting.report(table, command)
        case ask.DismissReport():
            return reporting.dismiss_report(table, command)
        case ask.CountCards():
            return reporting.count_cards(table, command)
        case ask.Rule():
            return ruling.rule(table, command)
        case ask.AnswerOption():
            return answering.answer_option(table, command)
        case ask.DecideLaterRounds():
            return aftermath.decide_later_rounds(table, command)
        case ask.LiftBar():
            return aftermath.lift_bar(table, command)
        case _:
            assert_never(command)


def _waits(play: Play) -> Refused:
    if play.due.step == "rule":
        return Refused("round_waits", f"round {play.number}", "the ruling on what was reported first", play.due.clause)
    expected = f"the answer of position {play.due.position} first"
    return Refused("round_waits", f"round {play.number}", expected, play.due.clause)
