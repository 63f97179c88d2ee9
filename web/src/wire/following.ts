/** Live feeds: what is committed, as it is committed. A feed that breaks off goes on behind what was last seen. */
import { createParser } from "eventsource-parser";

/** `missing`: there is no such feed, and it is not asked for again. */
export type Connection = "connecting" | "live" | "lost" | "missing";

const SILENCE_MS = 40_000; // the server says that it is still there every fifteen seconds
const WAITS_MS = [250, 500, 1_000, 2_000, 4_000];

/**
 * Calls `told` with every message, and `connection` when it changes. Ends when the function that it returns is called.
 * With `since` it begins behind what is known already.
 */
export function follow<Message>(
  path: string,
  told: (message: Message) => void,
  connection: (state: Connection) => void,
  since?: number,
): () => void {
  const stopped = new AbortController();
  let last = since === undefined ? "" : String(since);
  let failures = 0;
  let known = false;

  /** Until the feed breaks off; whether to ask for it again. */
  async function read(): Promise<boolean> {
    const cut = new AbortController();
    const signal = AbortSignal.any([stopped.signal, cut.signal]);
    let watch = setTimeout(() => cut.abort(), SILENCE_MS);
    const alive = () => {
      clearTimeout(watch);
      watch = setTimeout(() => cut.abort(), SILENCE_MS);
    };
    try {
      const response = await fetch(path, { signal, headers: last ? { "last-event-id": last } : {} });
      if (response.status === 404 && !known) return false; // what was there once may come back
      if (!response.ok || !response.body) throw new Error(`${path} answers ${response.status}`);
      const parser = createParser({
        onEvent: (event) => {
          last = event.id ?? last;
          told(JSON.parse(event.data) as Message);
        },
      });
      connection("live");
      known = true;
      failures = 0;
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return true;
        alive();
        parser.feed(value);
      }
    } finally {
      clearTimeout(watch);
    }
  }

  async function run(): Promise<void> {
    connection("connecting");
    while (!stopped.signal.aborted) {
      const again = await read().catch(() => true);
      if (stopped.signal.aborted) return;
      if (!again) return connection("missing");
      connection("lost");
      const wait = WAITS_MS[Math.min(failures++, WAITS_MS.length - 1)]!;
      await new Promise((done) => setTimeout(done, wait));
    }
  }

  void run();
  return () => stopped.abort();
}
