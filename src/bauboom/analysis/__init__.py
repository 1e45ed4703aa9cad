"""Where a game was won and lost: found by searches, said in words, shown in reports."""
