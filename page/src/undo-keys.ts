// The keys of undo and redo, wherever the focus is but for fields of text, which have their own.

export function wireUndoKeys(undo: () => void, redo: () => void): void {
  document.addEventListener("keydown", (event) => {
    const key = event.ctrlKey || event.metaKey ? event.key.toLowerCase() : "";
    if ((key !== "z" && key !== "y") || (event.target as Element).matches("textarea, input[type=text]")) return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) redo();
    else undo();
  });
}
