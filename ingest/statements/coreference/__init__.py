"""What pronouns and descriptions stand for: one resolver a language, and one over a model."""
