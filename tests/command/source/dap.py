#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The scope "Locals" of gisa dap: variables of put() in a kernel without optimisation.
usage: dap.py GISA CODE-OBJECT SOURCE"""
import json
import subprocess
import sys

adapter = subprocess.Popen([sys.argv[1], "dap"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
number = 0


def read():
    length = 0
    for line in iter(adapter.stdout.readline, b"\r\n"):
        length = int(line.split(b":")[1])
    return json.loads(adapter.stdout.read(length))


def ask(command, **arguments):
    global number
    number += 1
    data = json.dumps({"seq": number, "type": "request", "command": command, "arguments": arguments}).encode()
    adapter.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
    adapter.stdin.flush()
    while True:
        message = read()
        if message["type"] == "response" and message["request_seq"] == number:
            return message


ask("initialize", adapterID="gisa")
ask("launch", program=sys.argv[2], kernel="inlined", grid=[64], group=[64],
    arguments=["buf:4096", "buf:256:f32=1.5", "i32:3"])
ask("setBreakpoints", source={"path": sys.argv[3]}, breakpoints=[{"line": 3}])
ask("configurationDone")
while read().get("event") != "stopped":
    pass
thread = ask("threads")["body"]["threads"][0]["id"]
frame = ask("stackTrace", threadId=thread)["body"]["stackFrames"][0]["id"]
for scope in ask("scopes", frameId=frame)["body"]["scopes"]:
    if scope["name"] == "Locals":
        for v in ask("variables", variablesReference=scope["variablesReference"])["body"]["variables"]:
            if v["name"] != "to":
                print(v["name"], "=", v["value"])
print("value is", ask("evaluate", expression="value", frameId=frame, context="watch")["body"]["result"])
ask("disconnect")
