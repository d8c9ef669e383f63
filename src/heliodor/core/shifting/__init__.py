"""The 5×5 board whose lines are shifted: all that Nizam and Pearl of the East have in common."""
