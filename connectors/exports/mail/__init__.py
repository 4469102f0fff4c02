"""Mail as people can export it: mailboxes, folders of messages, Outlook files."""
