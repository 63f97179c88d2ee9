"""Amounts of money as they are typed."""

import typer


def amount(text: str) -> int:
    """Cents, from dollars as a floor file has them: 1,000.00 or 1000."""
    from pitlink.money import NotMoney
    from pitlink.pit.floorfile import money_of

    try:
        return money_of(text)
    except NotMoney:
        raise typer.BadParameter(f"{text!r} is no amount; expected dollars such as 1,000.00") from None
