"""Boards that several tests start from."""

# Topaz has a run; after 3> ruby and sapphire each have one with the pearl (an example of docs/rules/pearl.md).
RUBY_OR_SAPPHIRE = """
C E A X Q
E R C A E
R P S S R
A C Q S X
T T T Q X
"""

# Ruby has three, and sapphire two and the pearl; the pearl also lies beside the rubies.
RUBY_AND_SAPPHIRE = """
C R R R P
A X E T S
E A Q X S
T C E Q A
X Q T S C
"""

PEARL_AT_THE_END = """
R C T E Q
S A X R C
P E T Q S
A X R C T
E Q S A X
"""
