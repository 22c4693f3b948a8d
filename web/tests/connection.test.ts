/** The line, against a WebSocket server that misbehaves on purpose. */

import { afterEach, beforeEach, expect, test } from "vitest";
import { WebSocket as NodeSocket, WebSocketServer } from "ws";
import { Connection, type Line, TIMES } from "../src/lib/connection";
import type { Wire } from "../src/lib/host";
import type { ServerMessage } from "../src/lib/protocol";

// Node has a WebSocket of its own only from version 22 on.
globalThis.WebSocket ??= NodeSocket as unknown as typeof WebSocket;

let server: WebSocketServer;
let connection: Connection | undefined;
let heard: Record<string, unknown>[];
let lines: [Line, number][];
const usual = { ...TIMES };

const welcome = JSON.stringify({ type: "welcome", n: 1 });
const until = async (what: () => boolean) => {
  for (let i = 0; !what(); i += 1) {
    if (i > 400) throw new Error(`waited in vain: ${JSON.stringify(heard)} ${JSON.stringify(lines)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

beforeEach(async () => {
  // Quick to ask, slow to despair: on a busy machine a line that lives may take its time.
  Object.assign(TIMES, { beat: 20, quiet: 60, patience: 4000, greeting: 4000, first: 10, most: 40 });
  heard = [];
  lines = [];
  server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await new Promise((resolve) => server.once("listening", resolve));
});
afterEach(() => {
  connection?.close();
  server.close();
  for (const client of server.clients) client.terminate();
  Object.assign(TIMES, usual);
});

function serve(
  answer: (message: Record<string, unknown>, send: (text: string) => void, close: (code?: number) => void) => void,
) {
  server.on("connection", (socket) => {
    socket.on("message", (data) => {
      const message = JSON.parse(String(data));
      heard.push(message);
      answer(
        message,
        (text) => socket.send(text),
        (code) => (code ? socket.close(code) : socket.terminate()),
      );
    });
  });
}

function connect(): ServerMessage[] {
  const messages: ServerMessage[] = [];
  const { port } = server.address() as { port: number };
  connection = new Connection(() => new WebSocket(`ws://127.0.0.1:${port}`) as Wire, "t0123456789", "secret", {
    message: (message) => messages.push(message),
    line: (line, code) => lines.push([line, code]),
  });
  return messages;
}

const acts = () => heard.filter((message) => message.type === "act");

test("what was not answered is sent again, with its old id, until it is", async () => {
  let dropped = 0;
  serve((message, send, close) => {
    if (message.type === "hello") send(welcome);
    else if (message.type === "act" && dropped++ < 2) close();
    else if (message.type === "act") send(JSON.stringify({ type: "ack", id: message.id, turn: 1 }));
  });
  const messages = connect();
  const id = connection!.send({ type: "act", turn: 0, action: 3 });
  await until(() => messages.some((message) => message.type === "ack"));
  expect(acts().map((message) => message.id)).toEqual([id, id, id]);
  expect(lines.map(([line]) => line)).toEqual(["open", "trying", "open", "trying", "open"]);
});

test("what was answered is not sent again", async () => {
  let lives = 0;
  serve((message, send, close) => {
    if (message.type === "hello") {
      lives += 1;
      send(welcome);
    } else if (message.type === "act") {
      send(JSON.stringify({ type: "refused", id: message.id, code: "stale", message: "" }));
      if (lives === 1) setTimeout(() => close(), 20);
    }
  });
  connect();
  connection!.send({ type: "act", turn: 0, action: 3 });
  await until(() => lives === 2);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(acts().length).toBe(1);
});

test("a line that says nothing is pinged, then given up", async () => {
  TIMES.patience = 60;
  let hellos = 0;
  serve((message, send) => {
    if (message.type === "hello") {
      hellos += 1;
      send(welcome);
    }
  });
  connect();
  await until(() => hellos > 1);
  expect(heard.some((message) => message.type === "ping")).toBe(true);
  expect(lines[1]?.[0]).toBe("trying");
});

test("a line that answers pings is kept", async () => {
  serve((message, send) => {
    if (message.type === "hello") send(welcome);
    if (message.type === "ping") send(JSON.stringify({ type: "pong", id: message.id }));
  });
  connect();
  await until(() => heard.filter((message) => message.type === "ping").length > 3);
  expect(lines).toEqual([["open", 0]]);
});

test("a secret that opens nothing ends the line for good", async () => {
  serve((_message, _send, close) => close(4401));
  connect();
  await until(() => lines.length > 0);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(lines).toEqual([["ended", 4401]]);
  expect(heard.length).toBe(1);
});
