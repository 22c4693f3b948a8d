/**
 * Who answers this page: a server, or the page itself, which then needs no network. Nothing above this file knows which
 * (docs/page.md). The page of its own says so in its head: `<meta name="kobako-host" content="here">`.
 */

import { box } from "../here/box";
import { beside, besideLive, here } from "./address";

/** What is answered to a request of the HTTP half of docs/protocol.md. */
export interface Answer {
  status: number;
  /** Whether the text is JSON. */
  json: boolean;
  text: string;
}

/** As much of a WebSocket as a line to a table needs. */
export interface Wire {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  onerror: (() => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Host {
  /** `path` is what follows `/api/`. Throws where nobody answers. */
  ask(method: string, path: string, body?: unknown, secret?: string): Promise<Answer>;
  /** A new line, which the caller greets. */
  wire(): Wire;
}

const server: Host = {
  async ask(method, path, body, secret) {
    const headers: Record<string, string> = {};
    if (body !== undefined) headers["content-type"] = "application/json";
    if (secret) headers.authorization = `Bearer ${secret}`;
    const init: RequestInit = { method, headers };
    if (body !== undefined) init.body = JSON.stringify(body);
    const answer = await fetch(beside(`api/${path}`), init);
    const json = answer.headers.get("content-type")?.includes("json") ?? false;
    return { status: answer.status, json, text: await answer.text() };
  },
  wire: () => new WebSocket(besideLive("ws")) as Wire,
};

/** Both are in one bundle: the page of its own starts what it needs in workers. */
export const host: Host = here() ? box : server;
