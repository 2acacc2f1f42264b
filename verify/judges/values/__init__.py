"""A claim beside single statements of its evidence: which of its values are wrong, and what it says with them right.

The `values` judge asks the first, the correction without a language model the second.
"""
