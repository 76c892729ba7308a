// Where a table is pasted, opened or dropped.

import { Fault } from "./csv";
import { byId } from "./dom";

const MOST_BYTES = 2_000_000;

// `use` takes the text, or throws a Fault that says why it cannot.
export function wireCsvDialog(board: HTMLElement, use: (text: string) => void): void {
  const dialog = byId<HTMLDialogElement>("csv");
  const text = byId<HTMLTextAreaElement>("csv-text");
  const fault = byId("csv-fault");

  function tryToUse(): void {
    try {
      use(text.value);
      fault.textContent = "";
      dialog.close();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      fault.textContent = error.message;
      if (!dialog.open) dialog.showModal();
    }
  }

  async function read(file: File | undefined): Promise<void> {
    if (!file) return;
    const isSmall = file.size <= MOST_BYTES;
    text.value = isSmall ? await file.text() : "";
    fault.textContent = isSmall ? "" : "The file is too large for this page; learn from it with rosenblatt train.";
  }

  byId("open-csv").addEventListener("click", () => dialog.showModal());
  byId("csv-use").addEventListener("click", tryToUse);
  byId("csv-file").addEventListener("change", (event) => void read((event.target as HTMLInputElement).files?.[0]));
  board.addEventListener("dragover", (event) => event.preventDefault());
  board.addEventListener("drop", (event) => {
    event.preventDefault();
    void read(event.dataTransfer?.files[0]).then(() => (fault.textContent ? dialog.showModal() : tryToUse()));
  });
}
