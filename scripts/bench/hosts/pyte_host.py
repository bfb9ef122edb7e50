# pexpect reads, pyte renders: the usual way to wait for text on a screen in Python. Uses the JSON protocol of the bench.
import json
import sys
import time

import pexpect
import pyte


class Terminal:
    def __init__(self, command, args, cols, rows):
        self.child = pexpect.spawn(command, args, dimensions=(rows, cols), timeout=None)
        # Otherwise pexpect waits for 50 ms before it sends.
        self.child.delaybeforesend = None
        self.screen = pyte.Screen(cols, rows)
        self.stream = pyte.ByteStream(self.screen)

    # screen.display raises IndexError where a wide character is half overwritten.
    def text(self):
        buffer = self.screen.buffer
        cols = range(self.screen.columns)
        return "\n".join("".join(buffer[row][col].data for col in cols) for row in range(self.screen.lines))

    def shows(self, texts):
        visible = self.text()
        return any(text in visible for text in texts)

    def wait(self, texts, seconds):
        end = time.monotonic() + seconds
        while not self.shows(texts):
            left = end - time.monotonic()
            if left <= 0:
                raise TimeoutError("timeout")
            try:
                self.stream.feed(self.child.read_nonblocking(65536, left))
            except pexpect.TIMEOUT:
                pass
            self.screen.dirty.clear()
        return str(time.monotonic_ns())


terminal = None


def handle(method, params):
    global terminal
    if method == "open":
        terminal = Terminal(params["command"], params["args"], params["cols"], params["rows"])
        return {}
    if method == "write":
        terminal.child.send(params["text"])
        return {}
    if method == "wait":
        return {"seenAt": terminal.wait(params["texts"], params["timeoutMs"] / 1000)}
    if method == "look":
        return {"text": terminal.text()}
    raise ValueError(method)


for line in sys.stdin:
    request = json.loads(line)
    answer = {"jsonrpc": "2.0", "id": request["id"]}
    try:
        answer["result"] = handle(request["method"], request["params"])
    except Exception as error:
        answer["error"] = {"code": -32603, "message": repr(error)}
    print(json.dumps(answer), flush=True)
if terminal is not None:
    terminal.child.close(force=True)
