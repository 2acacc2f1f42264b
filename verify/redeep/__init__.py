"""ReDEeP: detection from inside an open-weights causal language model (Sun et al., ICLR 2025, arXiv 2410.11414).

A faithful answer is copied from the context by attention heads; a hallucinated one comes from what feed-forward
networks know by heart. `scores.py` and `chunked.py` have the measures, `detector.py` what is fitted on labelled
responses, `fitting.py` how.
"""
