// Ten short lessons, each a link of the page: a sentence or two, rows with a learner, a thing to try, what to notice.

import { byId, html, set } from "./dom";
import { LESSONS } from "./lessons-text";
import { neuron } from "./neuron";
import type { Player } from "./player";

// The number of the lesson in a link, from 1; null if there is none.
export function lessonIn(link: string): number | null {
  const number = Number(new URLSearchParams(link).get("lesson"));
  return Number.isInteger(number) && number >= 1 && number <= LESSONS.length ? number : null;
}

// The card of a lesson above the board.
export class LessonCard {
  private readonly picture = html("div", { class: "neuron" });

  constructor(
    private readonly player: Player,
    readonly number: number,
    choose: (preset: string) => void,
  ) {
    const lesson = LESSONS[number - 1];
    const links = LESSONS.map(({ title }, k) =>
      html("a", { href: `#lesson=${k + 1}`, title, "aria-current": k + 1 === number ? "page" : null }, String(k + 1)),
    );
    const presets: HTMLElement[] = (lesson.presets ?? []).map((preset) => {
      const attributes = { type: "button", "data-gate": preset, "aria-pressed": String(preset === lesson.preset) };
      const button = html("button", attributes, preset.toUpperCase());
      button.addEventListener("click", () => {
        for (const one of presets) set(one, { "aria-pressed": String(one === button) });
        choose(preset);
      });
      return button;
    });
    byId("lesson").replaceChildren(
      html("nav", { "aria-label": "Lessons" }, ...links, html("a", { href: "#", class: "close" }, "Close")),
      html("h2", {}, `${number}. ${lesson.title}`),
      html("p", {}, lesson.text),
      ...(lesson.presets ? [html("div", { class: "actions" }, ...presets), this.picture] : []),
      html("p", {}, html("strong", {}, "Try: "), lesson.attempt),
      html("p", {}, html("strong", {}, "Notice: "), lesson.notice),
    );
    byId("lesson").hidden = false;
  }

  // What a link adds for the card.
  get link(): string {
    return `&lesson=${this.number}`;
  }

  // Draw the neuron with the weights of the step on view.
  show(): void {
    const { shown } = this.player;
    if (LESSONS[this.number - 1].presets) this.picture.replaceChildren(...(shown ? [neuron(shown)] : []));
  }
}
