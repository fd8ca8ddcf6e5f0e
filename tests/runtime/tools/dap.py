#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A client of the Debug Adapter Protocol with a HIP program: steps.hip under gisa dap, "hsa": true.
usage: dap.py GISA FOLDER-OF-PROGRAMS"""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../command/debug"))
import dap  # noqa: E402  (its client; it takes GISA from the command line)

PROGRAMS = sys.argv[2]
SOURCE = os.path.join(HERE, "steps.hip")
ok = dap.ok


def line_of(text):
    return [i for i, line in enumerate(open(SOURCE), 1) if text in line][0]


PRODUCT, STORE = line_of("// the product"), line_of("// the store")


def launched(program="steps", **more):
    client = dap.Client()
    client.ask("initialize", adapterID="gisa", linesStartAt1=True)
    arguments = {"program": PROGRAMS + "/" + program, "hsa": True, "args": ["42"]}
    arguments.update(more)
    return client, client.ask("launch", **arguments)


def stopped(client, reason, line):
    stop = client.event("stopped")
    ok("it stops: %s" % reason, stop and stop["reason"] == reason, stop)
    if not stop:
        sys.exit("failed: no stop")
    frame = client.stack(stop["threadId"])[0]
    ok("at line %d" % line, frame["line"] == line and frame["source"]["path"] == SOURCE, frame)
    return stop["threadId"]


def texts(client):
    """Reads up to the end; what the program has printed, and its status."""
    said, status = "", None
    while True:
        message = client.events.pop(0) if client.events else client.read()
        if message is None:
            return said, status
        if message.get("event") == "output" and message["body"]["category"] == "stdout":
            said += message["body"]["output"]
        if message.get("event") == "exited":
            status = message["body"]["exitCode"]
        if message.get("event") == "terminated":
            return said, status


def session():
    """Both launches of the kernel stop at a line; state, steps, backwards; the program's result."""
    client, answer = launched(kernel="steps")
    ok("launch", answer["success"], answer)
    client.event("initialized")
    points = client.ask("setBreakpoints", source={"path": SOURCE}, breakpoints=[{"line": STORE}])
    ok("a breakpoint in HIP", points["body"]["breakpoints"][0].get("line") == STORE, points)
    ok("configurationDone", client.ask("configurationDone")["success"])
    thread = stopped(client, "breakpoint", STORE)
    ok("a register", client.value("v0@5").split()[0] in ("5", "0x5"), client.value("v0@5"))
    ok("memory before", client.value("mem[s[2:3] + 12]:i32") == "1", client.value("mem[s[2:3] + 12]:i32"))
    scopes = client.ask("scopes", frameId=client.stack(thread)[0]["id"])["body"]["scopes"]
    names = {s["name"]: client.ask("variables", variablesReference=s["variablesReference"])["body"]["variables"]
             for s in scopes}
    ok("variables", any(v["name"] == "v0" for list_ in names.values() for v in list_), list(names))
    client.ask("next", threadId=thread, granularity="instruction")
    stopped(client, "step", STORE)
    ok("memory after", client.value("mem[s[2:3] + 12]:i32") == "13", client.value("mem[s[2:3] + 12]:i32"))
    client.ask("stepBack", threadId=thread, granularity="instruction")
    stopped(client, "breakpoint", STORE)
    ok("memory is put back", client.value("mem[s[2:3] + 12]:i32") == "1")
    client.ask("stepBack", threadId=thread)
    stopped(client, "step", PRODUCT)
    client.ask("continue", threadId=thread)
    stopped(client, "breakpoint", STORE)
    client.ask("continue", threadId=thread)
    stopped(client, "breakpoint", STORE)
    ok("the second launch", client.value("mem[s[2:3] + 12]:i32") == "13")
    client.ask("continue", threadId=thread)
    said, status = texts(client)
    ok("the program's own result", "read -1, sum 7328, total 12\n" in said and status == 0, (said, status))
    ok("the end", client.end() == 0)


def ends():
    """The kernel's end is a stop; entry; a client that goes away; programs without such launches."""
    client, answer = launched(stopAtEnd=True, stopOnEntry=True, kernel="steps")
    client.event("initialized")
    client.ask("configurationDone")
    stop = client.event("stopped")
    ok("stopOnEntry", stop["reason"] == "entry", stop)
    client.ask("continue", threadId=1)
    ok("stopAtEnd", "ended" in client.event("stopped")["description"])
    client.ask("stepBack", threadId=1, granularity="instruction")
    stopped(client, "step", line_of("// a variable") + 1)
    client.ask("disconnect")
    client.adapter.stdin.close()
    ok("disconnect ends the program", client.adapter.wait(20) == 0)

    client, answer = launched(kernel="none")
    ok("no such kernel", not answer["success"] and "launched none" in answer["message"], answer)
    said, status = texts(client)
    ok("its output and status", "sum 7328" in said and status == 0, (said, status))
    client.end()

    client, answer = launched(program="missing")
    ok("no such program", not answer["success"], answer)
    ok("its status", texts(client)[1] == 127)
    client.end()


session()
ends()
print("%d passed, %d failed" % (dap.passed, dap.failed))
sys.exit(dap.failed > 0)
