/** Who is at this screen, and the way in. */
import { get, post, remove } from "../wire/asking.ts";
import type { Begun, Me } from "../wire/types.ts";

const STAFF: readonly Begun["role"][] = ["dealer", "pit_supervisor", "pit_manager", "gaming_shift_manager"];
const WATCHING: ReadonlySet<string> = new Set([
  "surveillance",
  "auditor",
  "pit_supervisor",
  "pit_manager",
  "gaming_shift_manager",
]);

class Person {
  /** Whether it is known yet. */
  known = $state(false);
  name = $state<string | null>(null);
  role = $state<Begun["role"]>(null);
  /** Whether there is a password, which can be changed; guests have none. */
  hasPassword = $state(false);
  guests = $state(true);
  /** Whether one's own account is looked at. */
  managing = $state(false);
  /** Whether the session was ended by others: the account was shut, or it was signed out elsewhere. */
  ended = $state(false);
  /** What somebody wanted to do who is not signed in: done as soon as he is. */
  entering = $state.raw<{ readonly then: () => void } | null>(null);

  get plays(): boolean {
    return this.role === "player";
  }

  /** Whether the pit desk is for this person; the server decides again. */
  get supervises(): boolean {
    return this.role === "pit_supervisor" || this.role === "pit_manager" || this.role === "gaming_shift_manager";
  }

  /** Whether this person runs tables. */
  get staff(): boolean {
    return STAFF.includes(this.role);
  }

  /** Who has the way to what surveillance sees; the server decides again. */
  get watches(): boolean {
    return this.role !== null && WATCHING.has(this.role);
  }

  async load(): Promise<void> {
    const found = await get<Me>("/api/me");
    this.ended = this.name !== null && found.name === null;
    this.become(found);
    this.guests = found.guests;
  }

  /** A feed that was lost is back: it may be that it broke off because the session did. */
  async again(): Promise<void> {
    if (this.name) await this.load().catch(() => undefined); // if there is no answer, the feed will break off as well
  }

  async comeAsGuest(name: string): Promise<void> {
    this.enter(await post<Begun>("/api/guests", { name }));
  }

  async signIn(name: string, password: string): Promise<void> {
    this.enter(await post<Begun>("/api/sessions", { name, password }));
  }

  async accept(invitation: string, name: string, password: string): Promise<void> {
    this.enter(await post<Begun>("/api/invitations", { invitation, name, password }));
  }

  /** Every session of the account ends, and another one begins here. */
  async changePassword(password: string, wanted: string): Promise<void> {
    this.become(await post<Begun>("/api/me/password", { password, new: wanted }));
  }

  async signOut(): Promise<void> {
    await remove("/api/sessions/current");
    this.become({ name: null, role: null, has_password: false });
  }

  /** Does what was wanted once somebody is here; at once if somebody is. */
  first(then: () => void): void {
    if (this.name) then();
    else this.entering = { then };
  }

  private enter(begun: Begun): void {
    this.ended = false;
    this.become(begun);
    const wanted = this.entering;
    this.entering = null;
    wanted?.then();
  }

  private become(who: Pick<Me, "name" | "role" | "has_password">): void {
    this.name = who.name;
    this.role = who.role;
    this.hasPassword = who.has_password;
    this.known = true;
  }
}

export const me = new Person();
