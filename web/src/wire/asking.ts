/** Requests: what comes back, or why it was refused. */
import type { Accepted, Problem } from "./types.ts";

export class Refused extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

const TRIES = 4;

export function get<Answer>(path: string): Promise<Answer> {
  return ask<Answer>("GET", path);
}

export function post<Answer>(path: string, body: object): Promise<Answer> {
  return ask<Answer>("POST", path, body);
}

export function remove(path: string): Promise<void> {
  return ask<void>("DELETE", path);
}

/** A command at a table, under an id of its own. The version of the table comes back that shows it. */
export function command(table: string, name: string, fields: object = {}): Promise<number> {
  return once(`/api/tables/${encodeURIComponent(table)}/commands`, { command: name, ...fields });
}

/** The same for a link; `second` signs among the fields where two persons are needed. */
export function commandLink(link: string, name: string, fields: object = {}): Promise<number> {
  return once(`/api/links/${encodeURIComponent(link)}/commands`, { command: name, ...fields });
}

/** Whatever has an id: sent again when no answer came, it is still carried out once. */
export async function once(path: string, fields: object): Promise<number> {
  const body = { id: newId(), ...fields };
  for (let nth = 1; ; nth++) {
    try {
      return (await post<Accepted>(path, body)).version;
    } catch (failed) {
      if (failed instanceof Refused || nth === TRIES) throw failed;
      await new Promise((done) => setTimeout(done, 250 * 2 ** nth));
    }
  }
}

async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(path, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  const text = await response.text();
  if (!response.ok) throw new Refused(JSON.parse(text) as Problem);
  return (text ? JSON.parse(text) : undefined) as Answer;
}

function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Why something was not done, in a sentence. */
export function reason(failed: unknown): string {
  if (failed instanceof Refused) return `Not taken: ${failed.message}.`.replace(/\.\.$/, ".");
  return "No answer from the pit. Try again in a moment.";
}
