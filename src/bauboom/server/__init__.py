"""The table server: tables where people and bots meet, over HTTP and WebSockets."""
