"""Amounts of money as they are typed."""

import typer


def amount(text: str) -> int:
    """Cents, from dollars as a floor file has them: 1,000.00 or 1000."""
    from pitlink.money import NotMoney
    from pitlink.pit.floorfile import expected_of, money_of

    try:
        return money_of(text)
    except NotMoney:
        expected = expected_of(text) if text[:1].isdigit() else "dollars such as 1,000.00"
        raise typer.BadParameter(f"{text!r} is no amount; expected {expected}") from None
