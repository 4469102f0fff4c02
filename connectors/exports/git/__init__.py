"""Git repositories, bare ones, worktrees and bundles, read through the git program, disarmed."""

from connectors.exports.git.connector import GitConnector
from connectors.exports.git.places import find

__all__ = ["GitConnector", "find"]
