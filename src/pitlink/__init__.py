"""Five casino poker games and the linked progressive jackpot that ties their tables together, by the book."""
