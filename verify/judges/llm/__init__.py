"""Judges that ask a language model. All of them score `llm_supported`, in [0, 1]; see docs/judging.md."""
