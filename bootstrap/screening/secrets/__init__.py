"""Secrets: provider keys by gitleaks' rules, what people write in sentences, account and card numbers."""
