"""The things that texts name: within one text, and across the texts of a tenant."""
