"""The books: a bookkeeper's examples, every refusal, and what must hold whatever is entered."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitlink.ledger import (
    BANK,
    CASH,
    EMPTY,
    Account,
    Balance,
    Books,
    CannotEnter,
    Entry,
    Posting,
    Transfer,
    Voiding,
    check_ids,
    chips,
    claims_payable,
    drop,
    enter,
    is_name,
    over_short,
    overflow,
    pool,
    rack,
    reserve,
    trial_balance,
)
from pitlink.money import Cents
from tests.proving import rows

ANN = chips("T1", "Ann")
RACK = rack("T1")


def transfer(number: str, giver: Account, taker: Account, cents: int, *, pending: bool = False) -> Transfer:
    return Transfer(number, giver, taker, Cents(cents), "mbs-uth 3.10.3", "table/T1 1", "ante", pending)


def booked(books: Books, *entries: Entry) -> Books:
    after = enter(books, entries)
    assert isinstance(after, Books), str(after)
    return after


def bought_in() -> Books:
    return booked(EMPTY, transfer("1", BANK, RACK, 1000_00), transfer("2", BANK, ANN, 100_00))


def test_a_round_as_a_bookkeeper_writes_it() -> None:
    """Ann buys in for 100, loses an Ante of 25 and wins 50; until the round is final nothing of it is hers to use."""
    books = bought_in()
    books = booked(books, transfer("3", ANN, RACK, 25_00, pending=True), transfer("4", RACK, ANN, 50_00, pending=True))
    assert books.balance(ANN) == Balance(Cents(100_00), leaving=Cents(25_00), coming=Cents(50_00))
    assert books.balance(ANN).available == 75_00

    books = booked(books, Posting("3", "next call", "table/T1 9"), Posting("4", "next call", "table/T1 9"))
    assert books.balance(ANN) == Balance(Cents(125_00))
    assert books.balance(RACK) == Balance(Cents(975_00))
    assert not books.pending


def test_a_voided_transfer_leaves_both_accounts_as_they_were() -> None:
    before = bought_in()
    pending = booked(before, transfer("3", ANN, RACK, 25_00, pending=True))
    assert booked(pending, Voiding("3", "void", "table/T1 9")) == before


def test_a_correction_is_another_transfer() -> None:
    books = booked(bought_in(), transfer("3", ANN, RACK, 25_00), transfer("4", RACK, ANN, 25_00))
    assert books.balance(ANN).posted == 100_00
    for entry in (Posting("3", "again", "table/T1 9"), Voiding("3", "undo", "table/T1 9")):
        refused = enter(books, [entry])
        assert isinstance(refused, CannotEnter)
        assert str(refused) == "transfer 3: not pending"


CANNOT = rows("""
id | giver     | taker     | cents | reason | cause | said
3  | rack/T1   | bank      |     0 | 5.5    | t 1   | transfer 3 of 0.00 from rack/T1 to bank: amount not positive
3  | rack/T1   | bank      |    -1 | 5.5    | t 1   | transfer 3 of -0.01 from rack/T1 to bank: amount not positive
3  | rack/T1   | rack/T1   |     1 | 5.5    | t 1   | transfer 3 of 0.01 from rack/T1 to rack/T1: same account
3  | rack/T1   | bank      |     1 |        | t 1   | transfer 3 of 0.01 from rack/T1 to bank: no reason
3  | rack/T1   | bank      |     1 | 5.5    |       | transfer 3 of 0.01 from rack/T1 to bank: no cause
9  | rack/T1   | bank      |     1 | 5.5    | t 1   | transfer 9 of 0.01 from rack/T1 to bank: id used before
""")


@pytest.mark.parametrize("row", CANNOT, ids=[row["said"] for row in CANNOT])
def test_what_cannot_be_entered_is_named_and_nothing_beside_it_is_entered(row: dict[str, str]) -> None:
    books = booked(bought_in(), transfer("9", ANN, RACK, 1, pending=True))
    giver, taker = Account(row["giver"]), Account(row["taker"])
    bad = Transfer(row["id"], giver, taker, Cents(int(row["cents"])), row["reason"], row["cause"])
    refused = enter(books, [transfer("7", ANN, RACK, 5), bad])
    assert isinstance(refused, CannotEnter)
    assert str(refused) == row["said"]
    assert books.balance(ANN).posted == 100_00


def test_accounts_are_told_apart() -> None:
    accounts = [chips("T1", "Ann"), chips("T2", "Ann"), chips("T1", "Bob"), rack("T1"), rack("T2"), BANK, CASH]
    accounts += [account("T1") for account in (drop, over_short)]
    accounts += [account("L1") for account in (pool, reserve, overflow, claims_payable)]
    assert len(set(accounts)) == len(accounts)


@pytest.mark.parametrize("text", ["P-17", "Ann B.", "t_1", "a" * 40])
def test_names_of_accounts(text: str) -> None:
    assert is_name(text)


@pytest.mark.parametrize("text", ["", " ", "a/b", "a" * 41, "-x", "a\n", "é", "a\x00"])
def test_what_cannot_name_an_account(text: str) -> None:
    assert not is_name(text)


def test_entries_are_written_and_read_as_json() -> None:
    entries: list[Entry] = [transfer("1", BANK, ANN, 5, pending=True), Posting("1", "r", "c"), Voiding("2", "r", "c")]
    assert msgspec.json.decode(msgspec.json.encode(entries), type=list[Entry]) == entries


ACCOUNTS = [BANK, RACK, ANN, chips("T1", "Bob"), pool("L1")]


@st.composite
def histories(draw: st.DrawFn) -> list[Entry]:
    """Entries that can all be entered, in any order that makes sense."""
    entries: list[Entry] = []
    waiting: list[str] = []
    for number in range(draw(st.integers(0, 30))):
        resolves: bool = draw(st.booleans())
        if waiting and resolves:
            known = waiting.pop(draw(st.integers(0, len(waiting) - 1)))
            posts: bool = draw(st.booleans())
            entries.append(Posting(known, "reason", "cause") if posts else Voiding(known, "reason", "cause"))
            continue
        giver, taker = draw(st.permutations(ACCOUNTS))[:2]
        pending: bool = draw(st.booleans())
        entries.append(transfer(str(number), giver, taker, draw(st.integers(1, 10**9)), pending=pending))
        if pending:
            waiting.append(str(number))
    return entries


@given(histories())
def test_the_books_always_balance(entries: list[Entry]) -> None:
    books = booked(EMPTY, *entries)
    assert sum(balance.posted for balance in books.balances.values()) == 0
    assert sum(balance.leaving - balance.coming for balance in books.balances.values()) == 0
    assert sum(transfer.amount for transfer in books.pending.values()) == sum(
        balance.leaving for balance in books.balances.values()
    )
    assert check_ids(entries) is None


@given(histories(), st.data())
def test_the_trial_balance_agrees_with_the_books(entries: list[Entry], data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(entries)))
    books = booked(booked(EMPTY, *entries[:cut]), *entries[cut:])
    trial = trial_balance(entries)
    assert trial.difference == 0
    assert {account: trial.net(account) for account in books.balances} == {
        account: balance.posted for account, balance in books.balances.items()
    }


def test_an_id_used_twice_is_found() -> None:
    assert check_ids([transfer("1", BANK, ANN, 5), transfer("2", BANK, ANN, 5), transfer("1", BANK, RACK, 5)]) == "1"
