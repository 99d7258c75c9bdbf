"""The ways to the assistant: each gives its agents a session, and delivers what tasks have to say."""
