// Helpers for the document.

export function byId<T extends Element = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found as unknown as T;
}

type Attributes = Record<string, string | number | boolean | null>;

export function html<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  set(made, attributes);
  made.append(...children);
  return made;
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  set(made, attributes);
  made.append(...children);
  return made;
}

export function set(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

// Announce a change to screen readers.
export function announce(sentence: string): void {
  byId("announcement").textContent = sentence;
}

// Show an error; an empty sentence hides it.
export function showError(sentence: string): void {
  const notice = byId("notice");
  notice.textContent = sentence;
  notice.hidden = sentence === "";
}

// Call with the width of an element, now and whenever it changes.
export function onWidth(element: Element, call: (width: number) => void): void {
  let last = -1;
  new ResizeObserver(() => {
    const width = Math.floor(element.clientWidth);
    if (width !== last && width > 0) call((last = width));
  }).observe(element);
}
