"""A bot in twenty lines: `kobako play kotori --bots 'program:python3 examples/bot.py'`.

It takes something whenever it can, and else plays the first legal action. Write your own the same way, in any language:
read a line of JSON; if it has "legal", write a line of JSON. The protocol is in docs/bots.md.
"""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if "legal" in message:  # a question; the other lines are the greeting and what happened
        takes = [text for text in message["legal"] if text.startswith("take")]
        action = (takes or message["legal"])[0]
        print(json.dumps({"action": action, "id": message["id"]}), flush=True)
