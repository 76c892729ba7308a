// Pointer and keyboard input on the board.

import type { Board } from "./board";
import { announce } from "./dom";
import { added, addedTest, moved, pointsOf, removed, rounded } from "./edits";
import type { Point } from "./geometry";
import type { Data, Window } from "./types";

export interface EditContext {
  data(): Data;
  window(): Window;
  label(): number; // index of the class that a click adds
  isTest(): boolean; // whether a click adds test points
  begin(): void; // save the rows for undo
  put(data: Data): void;
}

const REACH = 14; // pixels around a point
const JITTER = 8; // pixels that a finger moves without meaning to
const LONG_PRESS = 550; // milliseconds

export class PointerInput {
  private dragged: number | null = null;
  private byKeyboard = false; // arrows edit only then; else they belong to the playback
  private hasMoved = false;
  private begun = { x: 0, y: 0 };
  private tap: number | null = null; // the pointer of a touch beside all points, until it moves
  private pressing = 0; // the timer of a long press

  constructor(
    private readonly root: HTMLElement,
    private readonly board: Board,
    private readonly context: EditContext,
  ) {
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.up(event));
    root.addEventListener("pointercancel", () => this.cancel());
    root.addEventListener("touchstart", (event) => this.touch(event), { passive: false });
    root.addEventListener("contextmenu", (event) => event.preventDefault());
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("focus", () => this.focus());
    root.addEventListener("blur", () => this.blur());
  }

  removeSelected(): void {
    const row = this.board.selected;
    const data = this.context.data();
    if (row === null || !pointsOf(data)[row]) return;
    this.context.begin();
    this.board.selected = null;
    this.context.put(removed(data, row));
    announce(`Removed ${pointName(data, row)}.`);
  }

  private get canEdit(): boolean {
    return this.context.data().columns.length === 2;
  }

  private down(event: PointerEvent): void {
    if (!this.canEdit) return;
    this.byKeyboard = false;
    this.board.cross = null;
    const isTouch = event.pointerType === "touch";
    const row = this.board.rowAt(event, isTouch ? 2 * REACH : REACH);
    this.board.selected = row;
    this.begun = { x: event.clientX, y: event.clientY };
    if (event.button === 2 || (event.button === 0 && event.ctrlKey)) this.removeSelected();
    else if (event.button === 0 && row !== null) {
      [this.dragged, this.hasMoved] = [row, false];
      this.root.setPointerCapture(event.pointerId);
      if (isTouch) this.pressing = window.setTimeout(() => this.longPress(), LONG_PRESS);
    } else if (isTouch) this.tap = event.pointerId;
    else if (event.button === 0) this.addAt(event);
    this.board.drawCursor();
  }

  // A touch of a point moves it; any other touch may scroll the page.
  private touch(event: TouchEvent): void {
    if (event.cancelable && this.canEdit && this.board.rowAt(event.touches[0], 2 * REACH) !== null)
      event.preventDefault();
  }

  private move(event: PointerEvent): void {
    const distance = Math.hypot(event.clientX - this.begun.x, event.clientY - this.begun.y);
    const isStill = event.pointerType === "touch" && !this.hasMoved && distance < JITTER;
    if (isStill) return;
    this.tap = null;
    clearTimeout(this.pressing);
    if (this.dragged === null) return;
    if (!this.hasMoved) this.context.begin();
    this.hasMoved = true;
    this.context.put(moved(this.context.data(), this.dragged, this.fitted(this.board.place(event))));
  }

  private up(event: PointerEvent): void {
    if (this.tap === event.pointerId) this.addAt(event);
    this.cancel();
  }

  private cancel(): void {
    this.dragged = this.tap = null;
    clearTimeout(this.pressing);
  }

  private longPress(): void {
    this.board.selected = this.dragged;
    this.cancel();
    this.removeSelected();
    this.board.drawCursor();
  }

  private addAt(event: PointerEvent): void {
    const next = event.shiftKey ? 1 : 0;
    this.add(this.board.place(event), (this.context.label() + next) % this.context.data().classes.length);
  }

  private add(place: Point, label: number): void {
    const data = this.context.data();
    this.context.begin();
    const isTest = this.context.isTest();
    this.context.put((isTest ? addedTest : added)(data, this.fitted(place), label));
    announce(`Added a ${isTest ? "test " : ""}point of ${data.classes[label]}.`);
  }

  // Clamp to the board, and round to what is visible.
  private fitted([x, y]: Point): Point {
    const [left, right, bottom, top] = this.context.window();
    const within = (value: number, low: number, high: number) =>
      rounded(Math.min(high, Math.max(low, value)), high - low);
    return [within(x, left, right), within(y, bottom, top)];
  }

  private focus(): void {
    if (!this.root.matches(":focus-visible") || !this.canEdit) return;
    this.byKeyboard = true;
    const [left, right, bottom, top] = this.context.window();
    this.board.cross ??= [(left + right) / 2, (bottom + top) / 2];
    this.board.drawCursor();
  }

  private blur(): void {
    this.board.cross = null;
    this.board.drawCursor();
  }

  private key(event: KeyboardEvent): void {
    if (!this.canEdit || event.ctrlKey || event.metaKey || event.altKey) return;
    const data = this.context.data();
    const digit = Number(event.key);
    if (event.key.startsWith("Arrow") && this.byKeyboard) this.nudge(event.key, event.shiftKey ? 5 : 1);
    else if (digit >= 1 && digit <= data.classes.length && this.board.cross) this.add(this.board.cross, digit - 1);
    else if (event.key === "Enter" && this.board.cross) this.add(this.board.cross, this.context.label());
    else if (event.key === "n" || event.key === "p") this.pick(event.key === "n" ? 1 : -1);
    else if (event.key === "Delete" || event.key === "Backspace") this.removeSelected();
    else if (event.key === "Escape") this.deselect();
    else return;
    event.preventDefault();
    this.board.drawCursor();
  }

  private nudge(key: string, times: number): void {
    const [left, right, bottom, top] = this.context.window();
    const [across, up] = [((right - left) / 80) * times, ((top - bottom) / 60) * times];
    const [dx, dy] = { ArrowLeft: [-across, 0], ArrowRight: [across, 0], ArrowUp: [0, up], ArrowDown: [0, -up] }[
      key
    ] as Point;
    const data = this.context.data();
    const row = this.board.selected;
    if (row !== null && pointsOf(data)[row]) {
      const [x, y] = pointsOf(data)[row];
      this.context.begin();
      this.context.put(moved(data, row, this.fitted([x + dx, y + dy])));
    } else {
      const [x, y] = this.board.cross ?? [(left + right) / 2, (bottom + top) / 2];
      this.board.cross = this.fitted([x + dx, y + dy]);
    }
  }

  // The arrows then move the cross if there is one, and step through the run if not.
  private deselect(): void {
    this.board.selected = null;
    this.byKeyboard = this.board.cross !== null;
  }

  private pick(by: number): void {
    const data = this.context.data();
    const points = pointsOf(data);
    if (points.length === 0) return;
    const now = this.board.selected ?? (by > 0 ? -1 : 0);
    const point = (now + by + points.length) % points.length;
    this.board.selected = point;
    this.byKeyboard = true;
    const label = data.classes[[...data.labels, ...data.tests.labels][point]];
    const test = point - data.rows.length;
    const name = test < 0 ? `Row ${point} of ${data.rows.length}` : `Test point ${test} of ${data.tests.rows.length}`;
    announce(`${name}, ${label}, at ${points[point].join(", ")}.`);
  }
}

function pointName({ rows }: Data, point: number): string {
  return point < rows.length ? `row ${point}` : `test point ${point - rows.length}`;
}
