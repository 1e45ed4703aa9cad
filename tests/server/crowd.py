"""Two people who play a game to its end over sockets, whatever else happens to the server meanwhile."""

import json
import random
import threading

from .process import SECONDS, Client


class Game:
    """Ada and Grace at a table; `join` waits for the end of their game and tells what went wrong."""

    def __init__(self, server, headers=None):
        self.clients = [Client(server), Client(server)]
        for client, name in zip(self.clients, ("Ada", "Grace"), strict=True):
            client.http.headers.update(headers or {})
            client.post("/api/me", name=name).raise_for_status()
        ada, grace = self.clients
        wishes = {"game": "manhattan", "seats": ["me"], "options": {"players": 2}}
        self.table = ada.post("/api/tables", **wishes).json()["id"]
        self.go_on = threading.Event()  # the last half of the game is played when this is set
        self.trouble, self.played = [], 0
        self._threads = [threading.Thread(target=self._play, args=(seat,)) for seat in range(2)]
        grace.do(self.table, "sit").raise_for_status()

    def start(self):
        for thread in self._threads:
            thread.start()
        return self

    def join(self):
        self.go_on.set()
        for thread in self._threads:
            thread.join(3 * SECONDS)
        for client in self.clients:
            client.http.close()
        assert self.trouble == []
        assert not any(thread.is_alive() for thread in self._threads)

    def _play(self, seat):
        dice = random.Random(seat)
        try:
            with self.clients[seat].live(self.table) as socket:
                while (frame := json.loads(socket.recv(3 * SECONDS))).get("table", {}).get("phase") != "over":
                    assert frame["t"] in ("table", "ack", "chat", "here"), frame
                    if frame["t"] == "table" and frame["legal"]:
                        if self.played >= 12:
                            self.go_on.wait(3 * SECONDS)
                        self.played += 1
                        action = dice.choice(frame["legal"])["id"]
                        socket.send(json.dumps({"do": "play", "actions": [action], "version": frame["version"]}))
            assert frame["table"]["result"]["how"] == "rules"
        except Exception as error:
            self.trouble.append(repr(error))
