// The classes of the rows: which one a click adds, and how many rows each has.

import { byId, html, set, svg } from "./dom";
import { count } from "./formatting";
import { colour, shape } from "./palette";
import type { Data, Form } from "./types";

interface Actions {
  choose(label: number): void;
  add(): void;
  test(isTest: boolean): void;
}

export interface Chosen {
  label: number;
  isTest: boolean;
}

// The class that a click adds, of those that there are.
export const labelOf = ({ label }: Chosen, { classes }: Data) => Math.min(label, classes.length - 1);

export function showClasses(data: Data, chosen: Chosen, limits: Form["limits"], { choose, add, test }: Actions): void {
  const radios = data.classes.map((name, place) => {
    const input = html("input", {
      type: "radio",
      name: "class",
      value: place,
      checked: place === labelOf(chosen, data),
    });
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
  const tests = html(
    "button",
    {
      type: "button",
      id: "as-tests",
      title: "Add test points, which are not learned from",
      "aria-pressed": String(chosen.isTest),
    },
    "tests",
  );
  tests.addEventListener("click", () => test(!chosen.isTest));
  const fieldset = byId("classes");
  fieldset.replaceChildren(fieldset.querySelector("legend")!, ...radios, more, tests);
  const each = data.classes.map((name, place) => `${data.labels.filter((label) => label === place).length} ${name}`);
  const most = data.rows.length >= limits.rows ? ` This page allows at most ${limits.rows}.` : "";
  const held = data.tests.rows.length ? ` ${count(data.tests.rows.length, "test point")}.` : "";
  byId("counts").textContent = `${count(data.rows.length, "row")}: ${each.join(", ")}.${held}${most}`;
}
