// Questions to the server. Of those of one kind, only the answer to the last is wanted.

import type { Recording } from "./recording";
import type { Data, Fields, Form, Settings, Verdict, Window } from "./types";

export class Refused extends Error {}

const running = new Map<string, AbortController>();

// Returns null if another question of this kind was asked meanwhile.
async function ask<T>(path: string, body: unknown, read: (answer: Response) => Promise<T>): Promise<T | null> {
  running.get(path)?.abort();
  const control = new AbortController();
  running.set(path, control);
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: control.signal,
    });
    if (!answer.ok) throw new Refused(await sentence(answer));
    return await read(answer);
  } catch (error) {
    if (control.signal.aborted) return null;
    if (error instanceof Refused) throw error;
    throw new Refused("The server does not answer; is rosenblatt play still running?");
  }
}

async function sentence(answer: Response): Promise<string> {
  try {
    return ((await answer.json()) as { error: string }).error;
  } catch {
    return `The server answered ${answer.status}.`;
  }
}

const json = <T>(answer: Response) => answer.json() as Promise<T>;

function rowsOf(data: Data) {
  return { rows: data.rows, labels: data.labels.map((label) => data.classes[label]) };
}

function runOf(data: Data, settings: Settings) {
  return { ...settings, ...rowsOf(data), columns: data.columns, names: data.names };
}

export async function askForm(): Promise<Form> {
  return (await fetch("api/form")).json() as Promise<Form>;
}

export interface Preset {
  columns: string[];
  rows: number[][];
  labels: string[];
  names: string[] | null;
}

export const askPreset = (name: string, noise: number) => ask<Preset>("api/preset", { name, noise }, json);

export const askTrace = (data: Data, settings: Settings) => ask<Recording>("api/trace", runOf(data, settings), json);

export const askVerdicts = (data: Data, fitIntercept: boolean) =>
  ask<Verdict[]>("api/certify", { ...rowsOf(data), fit_intercept: fitIntercept }, json);

export const askFields = (data: Data, settings: Settings, window: Window) =>
  ask<Fields>("api/boundary", { ...runOf(data, settings), window }, json);

export const askPage = (data: Data, settings: Settings) =>
  ask<string>("api/page", runOf(data, settings), (answer) => answer.text());
