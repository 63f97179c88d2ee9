"""PAR sheets: what an analysis found about a game, for the terminal, for programs, for the browser and on paper."""
