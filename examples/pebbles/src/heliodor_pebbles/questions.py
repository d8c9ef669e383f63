"""What the plain modules ask the rules: the entrances of the contract. Pebbles has no questions beyond it."""

from heliodor.core.kernels import Kernels
from heliodor_pebbles import encoding, rules

KERNELS = Kernels("pebbles", rules, encoding)
QUESTIONS = ()
