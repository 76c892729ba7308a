// Entry point: with a server the page can edit and train, a saved page only plays.

import { Editor } from "./editor";
import { byId, html } from "./dom";
import { windowOf } from "./geometry";
import { Player } from "./player";
import { dataOf, savedRecording } from "./recording";
import { lessonIn } from "./lessons";
import { fromLink } from "./link";

async function begin(): Promise<void> {
  const player = new Player();
  const saved = savedRecording(document);
  document.body.classList.toggle("saved", saved !== null);
  if (saved) {
    const step = Number(new URLSearchParams(location.hash.slice(1)).get("step") ?? 0);
    byId("subtitle").textContent = saved.learner;
    byId("board-help").textContent = "This page plays a saved run; start rosenblatt play to make new ones.";
    const data = dataOf(saved);
    player.showData(data, saved.window ?? windowOf(data));
    player.showVerdicts(saved.verdicts);
    player.load({ recording: saved, fields: saved.fields ?? null, seeds: saved.seeds ?? null }, step);
    wrapWorked();
    document.body.dataset.state = "ready";
    return;
  }
  byId("worked").remove();
  const link = location.hash.slice(1);
  const linked = fromLink(link);
  const lesson = lessonIn(link);
  await new Editor(player).begin(linked, link !== "" && linked === null && lesson === null, lesson);
}

// The worked example is long: it opens on demand, and for printing.
function wrapWorked(): void {
  const worked = byId("worked");
  const content = [...worked.childNodes];
  if (!worked.textContent?.trim()) return worked.remove();
  const details = html("details", {}, html("summary", {}, "The whole run, written out"));
  details.append(...content);
  worked.append(details);
  window.addEventListener("beforeprint", () => (details.open = true));
}

void begin();
