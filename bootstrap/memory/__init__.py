"""The layered memory directory: reading it, seeding it, taking a seeding back."""
