"""A complete bot for a Bauboom server: python examples/bot.py http://127.0.0.1:8000 TOKEN GAME|CODE

It plays one game with random decisions, at a new table against a bot of the house or at the table with that code.
"""

import json
import random
import sys
import time

import httpx
from websockets.sync.client import connect

server, token, where = sys.argv[1:]
me = {"Authorization": f"Bearer {token}"}
http = httpx.Client(base_url=server, headers=me, timeout=60)
if where in [game["game"] for game in http.get("/api/games").json()]:
    made = http.post("/api/tables", json={"game": where, "options": {"players": 2}, "seats": ["me", "bot:greedy"]})
    table = made.raise_for_status().json()["id"]
else:
    table = http.get(f"/api/codes/{where}").raise_for_status().json()["id"]
    http.post(f"/api/tables/{table}/do", json={"do": "sit"})  # refused if we sit there already: all the better

with connect(f"{server.replace('http', 'ws', 1)}/api/tables/{table}/live", additional_headers=me) as socket:
    for text in socket:
        message = json.loads(text)
        if message["t"] == "table":
            frame, actions, legal = message, [], message["legal"]
            if frame["table"]["phase"] in ("over", "closed"):
                print(json.dumps({"seat": frame["you"], **(frame["table"]["result"] or {})}))
                break
        elif message["t"] == "more":  # there is something else to decide at once
            actions, legal = message["actions"], message["legal"]
        elif message["t"] == "error" and message["error"] == "too_many":
            time.sleep(message["retry"])  # then the same again
        else:
            continue
        if legal:
            choice = random.choice(legal)["id"]  # put your own idea here; frame["view"] is all that you may know
            socket.send(json.dumps({"do": "play", "actions": [*actions, choice], "version": frame["version"]}))
