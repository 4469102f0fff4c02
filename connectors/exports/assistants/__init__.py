"""Other assistants' memories as a source: what an agent already knows can be carried on."""

from connectors.exports.assistants.connector import AssistantConnector
from connectors.exports.assistants.layouts import find, recognise

__all__ = ["AssistantConnector", "find", "recognise"]
