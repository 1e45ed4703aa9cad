"""The rules as libraries for other machines, made ahead of time."""
