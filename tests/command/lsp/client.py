# SPDX-License-Identifier: MIT
"""A client of the Language Server Protocol: starts gisa lsp, asks, and keeps what it is told."""
import json
import subprocess


class Client:
    def __init__(self, gisa, options=None, encodings=None, begin=True):
        self.server = subprocess.Popen([gisa, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE)
        self.number = 0
        self.told = []
        self.versions = {}
        if begin:
            general = {"positionEncodings": encodings} if encodings else {}
            self.begun = self.ask("initialize", processId=None, rootUri=None,
                                  capabilities={"general": general}, initializationOptions=options or {})
            self.tell("initialized")

    def send_raw(self, data):
        self.server.stdin.write(data)
        self.server.stdin.flush()

    def send(self, message):
        data = json.dumps(message).encode()
        self.send_raw(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))

    def read(self):
        length = None
        while True:
            line = self.server.stdout.readline()
            if not line:
                return None
            if line == b"\r\n":
                break
            if line.startswith(b"Content-Length:"):
                length = int(line.split(b":")[1])
        return json.loads(self.server.stdout.read(length))

    def ask(self, method, **params):
        """The answer; notifications that come before it are kept."""
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        while True:
            message = self.read()
            if message is None:
                return None
            if message.get("id") == self.number and "method" not in message:
                return message
            self.told.append(message)

    def tell(self, method, **params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def open(self, uri, text):
        self.versions[uri] = 1
        self.tell("textDocument/didOpen", textDocument={"uri": uri, "languageId": "gcn", "version": 1, "text": text})

    def change(self, uri, *changes):
        self.versions[uri] += 1
        self.tell("textDocument/didChange", textDocument={"uri": uri, "version": self.versions[uri]},
                  contentChanges=list(changes))

    def problems(self, uri):
        """What is wrong with the last version."""
        while True:
            for message in self.told:
                if message.get("method") == "textDocument/publishDiagnostics" and \
                        message["params"]["uri"] == uri and message["params"].get("version") == self.versions[uri]:
                    self.told.remove(message)
                    return message["params"]["diagnostics"]
            message = self.read()
            if message is None:
                return None
            self.told.append(message)

    def at(self, method, uri, line, character, **more):
        answer = self.ask("textDocument/" + method, textDocument={"uri": uri},
                          position={"line": line, "character": character}, **more)
        return answer.get("result") if answer else None

    def of(self, method, uri, **more):
        return self.ask("textDocument/" + method, textDocument={"uri": uri}, **more)["result"]

    def end(self):
        self.ask("shutdown")
        self.tell("exit")
        self.server.stdin.close()
        return self.server.wait(timeout=20)


def span(line, start, end, last=None):
    return {"start": {"line": line, "character": start},
            "end": {"line": line if last is None else last, "character": end}}


def apply(text, edits):
    """The text after edits of the protocol, whose positions count units of UTF-16."""
    lines = text.split("\n")

    def offset(position):
        before = lines[position["line"]].encode("utf-16-le")[:2 * position["character"]].decode("utf-16-le")
        return sum(len(line) + 1 for line in lines[:position["line"]]) + len(before)
    places = sorted(((offset(e["range"]["start"]), offset(e["range"]["end"]), e["newText"]) for e in edits),
                    reverse=True)
    for start, end, new in places:
        text = text[:start] + new + text[end:]
    return text
