// The classes of the rows: which one a click adds, and how many rows each has.

import { byId, html, set, svg } from "./dom";
import { count } from "./formatting";
import { colour, shape } from "./palette";
import type { Data, Form } from "./types";

interface Actions {
  choose(label: number): void;
  add(): void;
}

export function showClasses(data: Data, chosen: number, limits: Form["limits"], { choose, add }: Actions): void {
  const radios = data.classes.map((name, place) => {
    const input = html("input", { type: "radio", name: "class", value: place, checked: place === chosen });
    input.addEventListener("change", () => choose(place));
    const mark = svg(
      "svg",
      { viewBox: "-9 -9 18 18", "aria-hidden": "true" },
      svg("path", { d: shape(place, 110), style: `fill:${colour(place)}` }),
    );
    return html("label", {}, input, mark, name);
  });
  const more = html("button", { type: "button", id: "add-class", title: "Add a class to the board" }, "+ class");
  more.addEventListener("click", add);
  set(more, { disabled: data.classes.length >= limits.classes });
  const fieldset = byId("classes");
  fieldset.replaceChildren(fieldset.querySelector("legend")!, ...radios, more);
  const each = data.classes.map((name, place) => `${data.labels.filter((label) => label === place).length} ${name}`);
  const most = data.rows.length >= limits.rows ? ` This page allows at most ${limits.rows}.` : "";
  byId("counts").textContent = `${count(data.rows.length, "row")}: ${each.join(", ")}.${most}`;
}
