"""One file per group of verbs: what each says and prints. The work itself is in the stages."""
