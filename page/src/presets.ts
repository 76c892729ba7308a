// The buttons of the presets.

import { byId, html, set } from "./dom";

export const FIRST_PRESET = "separable";

export function showPresets(names: string[], load: (preset: string) => void): void {
  byId("presets").append(
    ...names.map((preset) => {
      const button = html(
        "button",
        { type: "button", "data-preset": preset, "aria-pressed": "false" },
        preset === "xor" ? "XOR" : preset,
      );
      button.addEventListener("click", () => load(preset));
      return button;
    }),
  );
}

export function markPreset(preset: string | null): void {
  for (const button of byId("presets").querySelectorAll("button"))
    set(button, { "aria-pressed": String(button.dataset.preset === preset) });
}
