"""Where the key of an endpoint comes from: the environment, else the system's keyring. It is never kept by us."""

from __future__ import annotations

from collections.abc import Mapping

SERVICE = "day1"
ACCOUNT = "openai"


def key_for(host: str, environment: Mapping[str, str]) -> str:
    """``DAY1_API_KEY``, ``AZURE_OPENAI_API_KEY`` for a host of Azure, ``OPENAI_API_KEY``, the keyring; else empty.

    In the keyring it lies under service ``day1`` and the host's name, or ``openai``.
    """
    names = ["DAY1_API_KEY", "OPENAI_API_KEY"]
    if host.endswith(".azure.com"):
        names.insert(1, "AZURE_OPENAI_API_KEY")
    found = next((environment[name] for name in names if environment.get(name)), "")
    return found or _from_keyring(host) or _from_keyring(ACCOUNT)


def _from_keyring(account: str) -> str:
    import keyring
    from keyring.errors import KeyringError

    try:
        return keyring.get_password(SERVICE, account) or ""
    except KeyringError:
        return ""
