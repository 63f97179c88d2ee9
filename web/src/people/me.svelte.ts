/** Who is at this screen, and the way in. */
import { get, post, remove } from "../wire/asking.ts";
import type { Begun, Me } from "../wire/types.ts";

const STAFF: readonly Begun["role"][] = ["dealer", "pit_supervisor", "pit_manager", "gaming_shift_manager"];

class Person {
  /** Whether it is known yet. */
  known = $state(false);
  name = $state<string | null>(null);
  role = $state<Begun["role"]>(null);
  guests = $state(true);
  /** Whether the session was ended by others: the account was shut, or it was signed out elsewhere. */
  ended = $state(false);
  /** What somebody wanted to do who is not signed in: done as soon as he is. */
  entering = $state.raw<{ readonly then: () => void } | null>(null);

  get plays(): boolean {
    return this.role === "player";
  }

  /** Whether this person runs tables. */
  get staff(): boolean {
    return STAFF.includes(this.role);
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

  async signOut(): Promise<void> {
    await remove("/api/sessions/current");
    this.become({ name: null, role: null });
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

  private become(who: Pick<Me, "name" | "role">): void {
    this.name = who.name;
    this.role = who.role;
    this.known = true;
  }
}

export const me = new Person();
