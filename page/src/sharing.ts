// Saving and linking of an experiment.

import { fetchPage } from "./api";
import { byId, showError, html, announce } from "./dom";
import { toLink } from "./link";
import type { Data, Experiment, Settings, Window } from "./types";

// Save one file that plays the run without a server.
export async function savePage(data: Data, settings: Settings, window: Window): Promise<void> {
  try {
    const page = await fetchPage(data, settings, window);
    if (page === null) return;
    const file = URL.createObjectURL(new Blob([page], { type: "text/html" }));
    html("a", { href: file, download: `${settings.learner}.html` }).click();
    URL.revokeObjectURL(file);
    announce("Saved.");
  } catch (error) {
    showError((error as Error).message);
  }
}

export async function copyLink(experiment: Experiment): Promise<void> {
  const address = `${location.origin}${location.pathname}#${toLink(experiment)}`;
  history.replaceState(null, "", address);
  const button = byId("copy-link");
  try {
    await navigator.clipboard.writeText(address);
    button.textContent = "Copied";
  } catch {
    button.textContent = "It is in the address bar";
  }
  setTimeout(() => (button.textContent = "Copy link"), 1600);
}
