"""The first run as a row of pages: ``day1`` without arguments."""
