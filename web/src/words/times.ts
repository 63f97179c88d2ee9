/** Times as people at this screen read them. */
const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long" });
const HOUR = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

export function clockTime(at: Date): string {
  return TIME.format(at);
}

export function fromMicroseconds(at_us: number): Date {
  return new Date(at_us / 1000);
}

/** "today 21:40", "9 November": as near as it matters. */
export function dayTime(at: Date, now: Date): string {
  const days = Math.round((midnight(now) - midnight(at)) / 86_400_000);
  if (days === 0) return `today ${HOUR.format(at)}`;
  return days === 1 ? `yesterday ${HOUR.format(at)}` : DAY.format(at);
}

/** "21:40:07", and of another day "9 November 21:40:07". */
export function exactTime(at: Date, now: Date): string {
  return midnight(at) === midnight(now) ? clockTime(at) : `${DAY.format(at)} ${clockTime(at)}`;
}

function midnight(at: Date): number {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
}

/** How long something waits: "now", "4 min", "2 h 10 min". */
export function waited(since: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - since.getTime()) / 60_000));
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
