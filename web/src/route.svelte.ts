/** Which page: the address, and moving from one to the next without loading anew. */
export type Page =
  | { readonly at: "floor" }
  | { readonly at: "table"; readonly table: string }
  | { readonly at: "console"; readonly table: string }
  | { readonly at: "round"; readonly table: string; readonly number: number | null }
  | { readonly at: "sign"; readonly link: string }
  | { readonly at: "watch" }
  | { readonly at: "watchTable"; readonly table: string }
  | { readonly at: "watchRound"; readonly table: string; readonly number: number | null }
  | { readonly at: "desk" }
  | { readonly at: "desk-log" }
  | { readonly at: "desk-table"; readonly table: string }
  | { readonly at: "desk-link"; readonly link: string }
  | { readonly at: "welcome"; readonly invitation: string }
  | { readonly at: "admin" }
  | { readonly at: "nowhere" };

class Route {
  path = $state(location.pathname);
  readonly page = $derived(pageAt(this.path));

  constructor() {
    addEventListener("popstate", () => (this.path = location.pathname));
    document.addEventListener("click", (event) => this.follow(event));
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.path = path;
    scrollTo(0, 0);
  }

  /** Links to pages of the app; all others are the browser's, and those to a place on the same page. */
  private follow(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
    if (link.hash && link.pathname === location.pathname) return;
    if (link.origin !== location.origin || pageAt(link.pathname).at === "nowhere") return;
    event.preventDefault();
    this.go(link.pathname);
  }
}

function pageAt(path: string): Page {
  const [, kind, ...rest] = path.split("/");
  const name = decoded(rest[0] ?? "");
  if (name === null) return { at: "nowhere" };
  if (kind === "table" && rest[1] === "round") return { at: "round", table: name, number: numberOf(rest[2] ?? "") };
  if (kind === "watch" && rest[1] === "round") {
    return { at: "watchRound", table: name, number: numberOf(rest[2] ?? "") };
  }
  if (kind === "desk") return deskAt(name, decoded(rest[1] ?? ""));
  if (kind === "table" && rest[1] === "deal") return { at: "console", table: name };
  switch (kind) {
    case "":
      return { at: "floor" };
    case "admin":
      return rest.length ? { at: "nowhere" } : { at: "admin" };
    case "table":
      return { at: "table", table: name };
    case "sign":
      return { at: "sign", link: name };
    case "watch":
      return name ? { at: "watchTable", table: name } : { at: "watch" };
    case "welcome":
      return { at: "welcome", invitation: name };
    default:
      return { at: "nowhere" };
  }
}

function deskAt(part: string, name: string | null): Page {
  if (part === "") return { at: "desk" };
  if (part === "log") return { at: "desk-log" };
  if (part === "table" && name) return { at: "desk-table", table: name };
  return part === "link" && name ? { at: "desk-link", link: name } : { at: "nowhere" };
}

/** An address may be typed wrong. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

function numberOf(part: string): number | null {
  return /^[1-9]\d{0,9}$/.test(part) ? Number(part) : null;
}

export const route = new Route();
