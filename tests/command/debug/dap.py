#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A client of the Debug Adapter Protocol: gisa dap in whole sessions, on examples/saxpy.s.
usage: dap.py GISA FOLDER LOOP CODE
LOOP: a kernel that does not end, with a label `loop` and a count in s16
CODE: code without a kernel, in a folder with mesh.s, wall.s and corners.bin"""
import base64
import json
import os
import struct
import subprocess
import sys

GISA, EXAMPLES = sys.argv[1], sys.argv[2]
SOURCE = EXAMPLES + "/saxpy.s"
passed = failed = 0


def ok(name, right, got=None):
    global passed, failed
    if right:
        passed += 1
    else:
        failed += 1
        print("failed:", name, "" if got is None else str(got)[:300])


class Client:
    def __init__(self):
        self.adapter = subprocess.Popen([GISA, "dap"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0
        self.events = []

    def send_raw(self, data):
        self.adapter.stdin.write(data)
        self.adapter.stdin.flush()

    def read(self):
        length = None
        while True:
            line = self.adapter.stdout.readline()
            if not line:
                return None
            if line == b"\r\n":
                break
            if line.startswith(b"Content-Length:"):
                length = int(line.split(b":")[1])
        return json.loads(self.adapter.stdout.read(length))

    def ask(self, command, **arguments):
        """The answer; events that come before it are kept."""
        self.number += 1
        data = json.dumps({"seq": self.number, "type": "request", "command": command,
                           "arguments": arguments}).encode()
        self.send_raw(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        while True:
            message = self.read()
            if message is None:
                return None
            if message["type"] == "response" and message["request_seq"] == self.number:
                return message
            self.events.append(message)

    def event(self, name):
        """The next event of this name; those before it are dropped."""
        while True:
            while self.events:
                message = self.events.pop(0)
                if message["event"] == name:
                    return message["body"]
            message = self.read()
            if message is None:
                return None
            self.events.append(message)

    def stack(self, thread):
        return self.ask("stackTrace", threadId=thread)["body"]["stackFrames"]

    def value(self, text):
        answer = self.ask("evaluate", expression=text, context="watch")
        return answer["body"]["result"] if answer["success"] else "error: " + answer["message"]

    def end(self):
        self.ask("disconnect")
        self.adapter.stdin.close()
        return self.adapter.wait(10)


def launched(**more):
    client = Client()
    abilities = client.ask("initialize", adapterID="gisa", linesStartAt1=True)["body"]
    arguments = {"program": SOURCE, "grid": 256, "group": [64],
                 "arguments": ["f32:2", "buf:1024:f32=3", "buf:1024:f32=1"]}
    arguments.update(more)
    arguments = {key: value for key, value in arguments.items() if value is not None}
    answer = client.ask("launch", **arguments)
    ok("launch", answer["success"], answer)
    client.event("initialized")
    return client, abilities


def line_of(text):
    return [i for i, line in enumerate(open(SOURCE), 1) if text in line][0]


def session():
    """Breakpoints, state, steps forwards and backwards, to the end."""
    client, abilities = launched(stopAtEnd=True)
    ok("it can go back", abilities["supportsStepBack"] and abilities["supportsInstructionBreakpoints"])
    fma, store = line_of("v_fma_f32"), line_of("global_store")
    points = client.ask("setBreakpoints", source={"path": SOURCE}, breakpoints=[
        {"line": fma, "condition": "lane 5, v2:f32 > 1"}, {"line": fma, "condition": "group 7"},
        {"line": 100000}, {"line": fma, "condition": "v3 >"}])["body"]["breakpoints"]
    ok("verified breakpoints", [p["verified"] for p in points] == [True, True, False, False], points)
    ok("a bad condition is explained", "column" in points[3].get("message", ""), points[3])
    ok("configurationDone", client.ask("configurationDone")["success"])
    stop = client.event("stopped")
    ok("it stops at the breakpoint", stop["reason"] == "breakpoint" and
       stop["hitBreakpointIds"] == [points[0]["id"]], stop)
    thread = stop["threadId"]
    frame = client.stack(thread)[0]
    ok("at its line", frame["line"] == fma and frame["source"]["path"].endswith("saxpy.s"), frame)
    threads = client.ask("threads")["body"]["threads"]
    ok("one wave", [t["id"] for t in threads] == [thread], threads)
    scopes = client.ask("scopes", frameId=frame["id"])["body"]["scopes"]
    ok("scopes", [s["name"].split(" ")[0] for s in scopes] == ["Scalar", "Vector", "LDS", "Arguments", "Locals"], scopes)
    scalar = {v["name"]: v["value"] for v in client.ask(
        "variables", variablesReference=scopes[0]["variablesReference"])["body"]["variables"]}
    ok("s3 is 2", scalar["s3"].split()[-1] == "2", scalar["s3"])
    ok("exec is all lanes", scalar["exec"].startswith("0xffffffffffffffff"), scalar["exec"])
    vector = client.ask("variables", variablesReference=scopes[1]["variablesReference"])["body"]["variables"]
    ok("v2 is 3 in the lane that the condition chose",
       scopes[1]["name"].endswith(" 5") and vector[2]["value"].split()[-1] == "3", (scopes[1], vector[2]))
    arguments = client.ask("variables", variablesReference=scopes[3]["variablesReference"])["body"]["variables"]
    ok("arguments", [v["name"] for v in arguments] == ["a", "x", "y"], arguments)
    ok("evaluate", client.value("v2:f32 + v3:f32") == "4", client.value("v2:f32 + v3:f32"))
    ok("evaluate refuses", client.value("v2 +").startswith("error:"))
    ok("a command in the console",
       "saxpy" in client.ask("evaluate", expression="info kernel", context="repl")["body"]["result"])
    ok("one that fails", not client.ask("evaluate", expression="frobnicate", context="repl")["success"])

    listing = client.ask("disassemble", memoryReference=frame["instructionPointerReference"],
                         instructionOffset=-2, instructionCount=4)["body"]["instructions"]
    ok("disassemble", len(listing) == 4 and listing[2]["instruction"].startswith("v_fma_f32") and
       listing[2]["address"] == frame["instructionPointerReference"], listing)

    y = arguments[2]["value"].split()[0]
    memory = client.ask("readMemory", memoryReference=y, count=16)["body"]
    ok("readMemory", struct.unpack("<4f", base64.b64decode(memory["data"])) == (1, 1, 1, 1), memory)

    info = client.ask("dataBreakpointInfo", name="y[3]")["body"]
    data = client.ask("setDataBreakpoints", breakpoints=[{"dataId": info["dataId"], "accessType": "write"}])
    ok("a data breakpoint", data["body"]["breakpoints"][0]["verified"], data)
    client.ask("continue", threadId=thread)
    stop = client.event("stopped")
    ok("the value has been written", stop["reason"] == "data breakpoint" and client.value("y[3]:f32") == "7", stop)
    client.ask("reverseContinue", threadId=thread)
    stop = client.event("stopped")
    frame = client.stack(thread)[0]
    ok("back to where it came from", frame["line"] == store and client.value("y[3]:f32") == "1", frame)
    client.ask("stepBack", threadId=thread, granularity="instruction")
    client.event("stopped")
    ok("back to the sum", client.stack(thread)[0]["line"] == fma, client.stack(thread))
    answer = client.ask("setVariable", variablesReference=scopes[0]["variablesReference"], name="s3", value="10.0")
    ok("setVariable", answer["success"] and answer["body"]["value"].split()[-1] == "10", answer)
    client.ask("next", threadId=thread)
    client.event("stopped")
    ok("the sum with it", client.value("v2:f32") == "31", client.value("v2:f32"))
    client.ask("stepBack", threadId=thread)
    client.event("stopped")
    client.ask("stepIn", threadId=thread)
    client.event("stopped")
    ok("it is changed each time", client.value("v2:f32") == "31", client.value("v2:f32"))
    client.ask("setDataBreakpoints", breakpoints=[])
    client.ask("setBreakpoints", source={"path": SOURCE}, breakpoints=[])
    here = client.stack(thread)[0]["instructionPointerReference"]
    data = client.ask("setInstructionBreakpoints", breakpoints=[{"instructionReference": here, "offset": 0}])
    ok("an instruction breakpoint", data["body"]["breakpoints"][0]["verified"], data)
    client.ask("continue", threadId=thread)
    stop = client.event("stopped")
    ok("the next work-group comes there", client.value("group") == "1" and stop["threadId"] != thread, stop)
    client.ask("setInstructionBreakpoints", breakpoints=[])
    client.ask("stepOut", threadId=stop["threadId"])
    stop = client.event("stopped")
    ok("the end is a stop", "ended" in stop.get("description", ""), stop)
    ok("no frames there", client.stack(stop["threadId"]) == [])
    ok("and it goes no further", not client.ask("continue", threadId=1)["success"])
    client.ask("reverseContinue", threadId=1)
    ok("back to the beginning", client.event("stopped")["reason"] == "entry" and client.value("number") == "0")
    ok("it ends well", client.end() == 0)


def ends():
    """To the end without a stop; a function breakpoint; restart."""
    client, _ = launched()
    data = client.ask("setFunctionBreakpoints", breakpoints=[{"name": "saxpy", "hitCondition": "2"}, {"name": "no"}])
    ok("function breakpoints", [p["verified"] for p in data["body"]["breakpoints"]] == [True, False], data)
    client.ask("configurationDone")
    client.event("stopped")
    ok("the second time", client.value("group") == "1", client.value("group"))
    client.ask("restart")
    stop = client.event("stopped")
    ok("restart", client.value("group") == "0", stop)
    client.ask("setFunctionBreakpoints", breakpoints=[])
    client.ask("continue", threadId=stop["threadId"])
    text = client.event("output")["output"]
    ok("what the arguments hold is printed", "ended" in text and "argument 3 y" in text, text)
    ok("terminated", client.event("terminated") is not None)
    ok("it ends well", client.end() == 0)


def entry():
    """A stop at the first instruction; a kernel that never ends, and a pause."""
    client, _ = launched(stopOnEntry=True)
    client.ask("configurationDone")
    ok("entry", client.event("stopped")["reason"] == "entry")
    ok("it ends well", client.end() == 0)
    client, _ = launched(program=sys.argv[3], grid=64, arguments=["buf:1024"])
    client.ask("configurationDone")
    ok("it runs", client.ask("pause")["success"])
    stop = client.event("stopped")
    ok("pause", stop["reason"] == "pause", stop)
    client.ask("continue", threadId=stop["threadId"])
    points = client.ask("setFunctionBreakpoints", breakpoints=[{"name": "loop", "condition": "s16 > 100"}])
    ok("a breakpoint while it runs", points["body"]["breakpoints"][0]["verified"], points)
    ok("it stops there", client.event("stopped")["reason"] == "breakpoint" and
       int(client.value("s16").split()[1]) > 100)
    client.ask("setFunctionBreakpoints", breakpoints=[])
    client.ask("continue", threadId=stop["threadId"])
    ok("it ends while it runs", client.end() == 0)


def code():
    """Code without a kernel, with registers and memory that the request sets."""
    client, _ = launched(program=sys.argv[4], arch="gfx900", grid=None, group=None, arguments=[],
                         set=["v1=7", "s[2:3]=0x1000"], mem=["0x1000,64"], stopOnEntry=True)
    client.ask("configurationDone")
    client.event("stopped")
    ok("a register that was set", client.value("v1").startswith("0x7 "), client.value("v1"))
    ok("it ends well", client.end() == 0)


def stages():
    """A vertex stage and the pixel stage after it; what is wrong with such a request."""
    folder = os.path.dirname(sys.argv[4])
    mesh, wall, picture = folder + "/mesh.s", folder + "/wall.s", folder + "/dap.ppm"
    options = ["--user-data", "0-3=V#:%s/corners.bin,stride=16,fmt=32_32_32_32f" % folder, "--pixel", wall,
               "--size", "16x16", "--image", picture]
    stage = {"program": mesh, "arch": "gfx900", "stage": "vs", "options": options,
             "grid": None, "group": None, "arguments": None}
    client, _ = launched(**stage)
    points = client.ask("setBreakpoints", source={"path": wall}, breakpoints=[{"line": 7}])["body"]["breakpoints"]
    ok("a breakpoint in the pixel stage", points[0]["verified"], points)
    client.ask("configurationDone")
    stop = client.event("stopped")
    frame = client.stack(stop["threadId"])[0]
    ok("it stops there", frame["line"] == 7 and frame["source"]["path"].endswith("wall.s") and
       frame["name"].startswith("ps"), frame)
    # As tests/command/debug/run.sh has it by hand: x at the middle of the first pixel.
    ok("a value there", client.value("v2@0:f32") == "0.046875", client.value("v2@0:f32"))
    client.ask("setBreakpoints", source={"path": wall}, breakpoints=[])
    client.ask("reverseContinue", threadId=stop["threadId"])
    stop = client.event("stopped")
    ok("back to the vertices", client.stack(stop["threadId"])[0]["name"].startswith("vs"), stop)
    client.ask("continue", threadId=stop["threadId"])
    ok("to the end", client.event("terminated") is not None and os.path.getsize(picture) > 16 * 16 * 3)
    ok("it ends well", client.end() == 0)
    for more, why in (({"stage": "xs"}, "stage"), ({"stage": 7}, "stage"), ({"options": [7]}, "options"),
                      ({"options": ["--sise", "8x8"]}, "--size"), ({"options": ["--pixel", wall]}, "--size"),
                      ({"kernel": "mesh"}, "kernel"), ({"arch": None}, "ARCH"), ({"program": wall + "x"}, "wall.sx")):
        client = Client()
        client.ask("initialize")
        answer = client.ask("launch", **{k: v for k, v in {**stage, **more}.items() if v is not None})
        ok("a stage is refused: %s" % more, not answer["success"] and why in answer["message"], answer)
        client.end()


def shaders():
    """A shader of the PS Vita, in two batches; a pair; what is wrong with such a request."""
    folder = os.path.dirname(sys.argv[4])
    source = folder + "/rounds.s"
    options = ["--settings", folder + "/rounds.settings", "--set", "sa4=-1.0", "--set", "sa0=1.0", "--mem", "0x2000,280"]
    shader = {"program": source, "arch": "sgx543", "options": options, "grid": None, "group": None, "arguments": None}
    client, _ = launched(**shader)
    client.ask("setBreakpoints", source={"path": source}, breakpoints=[{"line": 7, "condition": "group 1"}])
    client.ask("configurationDone")
    stop = client.event("stopped")
    frame = client.stack(stop["threadId"])[0]
    ok("the second batch", frame["line"] == 7 and client.value("group") == "1", frame)
    scopes = client.ask("scopes", frameId=frame["id"])["body"]["scopes"]
    lanes = client.ask("variables", variablesReference=scopes[1]["variablesReference"])["body"]["variables"]
    ok("registers of a lane", "pa0" in [v["name"] for v in lanes] and "v0" not in [v["name"] for v in lanes], lanes)
    memory = client.ask("readMemory", memoryReference="0x200c", count=4)["body"]
    ok("memory of the shader", struct.unpack("<f", base64.b64decode(memory["data"])) == (3,), memory)
    code = client.ask("disassemble", memoryReference=frame["instructionPointerReference"],
                      instructionOffset=-1, instructionCount=2)["body"]["instructions"]
    ok("its code", code[0]["instruction"].startswith("add.f32 r0.x") and code[1]["line"] == 7, code)
    ok("it ends well", client.end() == 0)
    pair = {"program": folder + "/vert.gxp", "options": ["--fragment", folder + "/frag.gxp", "--size", "4x4",
            "--attr", "position=%s/corners.csv" % folder, "--primitive", "strip", "--quiet",
            "--uniform", "matrix=1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1"], "grid": None, "group": None, "arguments": None}
    client, _ = launched(**pair)
    client.ask("setFunctionBreakpoints", breakpoints=[{"name": "fragment"}])
    client.ask("configurationDone")
    stop = client.event("stopped")
    ok("the fragment program", client.stack(stop["threadId"])[0]["name"].startswith("fragment"), stop)
    ok("it ends well", client.end() == 0)
    for more, why in (({"options": ["--sise", "8"]}, "--size"), ({"grid": 64}, "grid"), ({"options": options + ["--set", "v1=1"]}, "v1")):
        client = Client()
        client.ask("initialize")
        answer = client.ask("launch", **{k: v for k, v in {**shader, **more}.items() if v is not None})
        ok("a shader is refused: %s" % more, not answer["success"] and why in answer["message"], answer)
        client.end()


def refused():
    """Launches that are not possible, and what is not the protocol."""
    client = Client()
    client.ask("initialize")
    ok("nothing is there yet", not client.ask("threads")["success"])
    ok("an unknown request", not client.ask("frobnicate")["success"])
    answer = client.ask("launch", program="/nowhere.co")
    ok("no file", not answer["success"] and "nowhere" in answer["message"], answer)
    client.end()
    for arguments in ({}, {"program": 7}, {"program": SOURCE, "grid": "x"}, {"program": SOURCE, "grid": {}},
                      {"program": SOURCE, "arguments": [7]}, {"program": SOURCE, "arguments": ["f32:2"]},
                      {"program": SOURCE, "kernel": "other"}, {"program": SOURCE, "options": ["-q"]}):
        client = Client()
        client.ask("initialize")
        answer = client.ask("launch", **arguments)
        ok("refused: %s" % arguments, not answer["success"] and answer["message"], answer)
        client.end()
    for data in (b"GET / HTTP/1.1\r\n\r\n", b"Content-Length: x\r\n\r\n", b"Content-Length: 99999999999\r\n\r\n{}",
                 b"x" * 10000, b"\0" * 10000):
        client = Client()
        try:
            client.send_raw(data)
        except BrokenPipeError:
            pass
        ok("not the protocol: %r" % data[:20], client.adapter.wait(10) == 1)
    client = Client()
    client.send_raw(b"Content-Length: 5\r\n\r\n{]\"[}")
    ok("broken JSON is said", "JSON" in client.event("output")["output"])
    ok("and the next message is understood", client.ask("initialize")["success"])
    for message in (b"[]", b"7", b"{}", b'{"command":7}', b'{"command":"launch","arguments":[]}',
                    b'{"command":"variables","arguments":{"variablesReference":-5}}'):
        client.send_raw(b"Content-Length: %d\r\n\r\n%s" % (len(message), message))
    ok("after odd messages too", client.ask("initialize")["success"])
    client.end()


if __name__ == "__main__":
    session()
    ends()
    entry()
    code()
    stages()
    shaders()
    refused()
    print("%d passed, %d failed" % (passed, failed))
    sys.exit(failed > 0)
