/** Whether the pit serves other pages by now than this one: it was renewed while the wall was out of touch with it. */
export async function isOutdated(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>("script[type=module][src]");
  const response = await fetch(location.pathname, { cache: "no-store" });
  if (!own || !response.ok) return false;
  return !(await response.text()).includes(new URL(own.src).pathname);
}
