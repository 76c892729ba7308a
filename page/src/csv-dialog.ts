// The dialog for pasted, opened and dropped tables.

import { TableError } from "./csv";
import { byId } from "./dom";

const MAX_BYTES = 2_000_000;

// `use` receives the text, or throws a TableError.
export function wireCsvDialog(board: HTMLElement, use: (text: string) => void): void {
  const dialog = byId<HTMLDialogElement>("csv");
  const text = byId<HTMLTextAreaElement>("csv-text");
  const message = byId("csv-error");

  function tryToUse(): void {
    try {
      use(text.value);
      message.textContent = "";
      dialog.close();
    } catch (error) {
      if (!(error instanceof TableError)) throw error;
      message.textContent = error.message;
      if (!dialog.open) dialog.showModal();
    }
  }

  async function read(file: File | undefined): Promise<void> {
    if (!file) return;
    const isSmall = file.size <= MAX_BYTES;
    text.value = isSmall ? await file.text() : "";
    message.textContent = isSmall ? "" : "The file is too large for this page; use rosenblatt train.";
  }

  byId("open-csv").addEventListener("click", () => dialog.showModal());
  byId("csv-use").addEventListener("click", tryToUse);
  byId("csv-file").addEventListener("change", (event) => void read((event.target as HTMLInputElement).files?.[0]));
  board.addEventListener("dragover", (event) => event.preventDefault());
  board.addEventListener("drop", (event) => {
    event.preventDefault();
    void read(event.dataTransfer?.files[0]).then(() => (message.textContent ? dialog.showModal() : tryToUse()));
  });
}
