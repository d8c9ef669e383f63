"""The 5×5 board whose lines are shifted, shared by Nizam and Pearl of the East."""
