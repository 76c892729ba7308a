// Requests to the server. The server computes one at a time, so the page sends no second one of a kind before the
// response to the first; of those that wait, only the last is sent.

import type { Recording, Run, Seeds } from "./recording";
import { Turns } from "./turns";
import type { Data, Fields, Form, Settings, Verdict, Window } from "./types";

export class RequestError extends Error {}

const turns = new Turns();
const client = Math.random().toString(36).slice(2); // of this tab

// Returns null if a later request of this kind took the place of this one.
async function post<T>(path: string, body: unknown, read: (response: Response) => Promise<T>): Promise<T | null> {
  if (!(await turns.begin(path))) return null;
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", "x-client": client },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new RequestError(await sentence(response));
    return await read(response);
  } catch (error) {
    if (error instanceof RequestError) throw error;
    throw new RequestError("The server does not respond; is rosenblatt play still running?");
  } finally {
    turns.end(path);
  }
}

async function sentence(response: Response): Promise<string> {
  try {
    return ((await response.json()) as { error: string }).error;
  } catch {
    return `The server responded with status ${response.status}.`;
  }
}

const json = <T>(response: Response) => response.json() as Promise<T>;

function rowsOf(data: Data) {
  return { rows: data.rows, labels: data.labels.map((label) => data.classes[label]) };
}

function runOf(data: Data, settings: Settings) {
  const { rows, labels } = data.tests;
  const tests = { test_rows: rows, test_labels: labels.map((label) => data.classes[label]) };
  return { ...settings, ...rowsOf(data), columns: data.columns, names: data.names, ...tests };
}

export async function fetchForm(): Promise<Form> {
  return (await fetch("api/form")).json() as Promise<Form>;
}

export interface Preset {
  columns: string[];
  rows: number[][];
  labels: string[];
  names: string[] | null;
  settings: Settings | null; // that the rows are meant for
}

export const fetchPreset = (name: string, noise: number) => post<Preset>("api/preset", { name, noise }, json);

export const fetchWords = (texts: string[], pairs: boolean) =>
  post<{ columns: string[]; rows: number[][] }>("api/words", { texts, pairs }, json);

export const fetchReview = (texts: string[], pairs: boolean, review: string) =>
  post<number[]>("api/review", { texts, pairs, review }, json);

const fetchTrace = (data: Data, settings: Settings) => post<Recording>("api/trace", runOf(data, settings), json);

export const fetchVerdicts = (data: Data, settings: Settings) =>
  post<Verdict[]>("api/certify", { ...rowsOf(data), ...settings }, json);

const fetchFields = (data: Data, settings: Settings, window: Window) =>
  post<Fields>("api/boundary", { ...runOf(data, settings), window }, json);

const fetchSeeds = (data: Data, settings: Settings) => post<Seeds>("api/seeds", runOf(data, settings), json);

// The run of rows, with its fields where the page needs them and the lines of seeds if asked for; null if later rows took
// their place.
export async function fetchRun(
  data: Data,
  settings: Settings,
  window: Window,
  withSeeds: boolean,
): Promise<Run | null> {
  const recording = await fetchTrace(data, settings);
  if (!recording) return null;
  const fields = recording.needs_fields ? await fetchFields(data, settings, window) : null;
  const seeds = withSeeds ? await fetchSeeds(data, settings) : null;
  return recording.needs_fields && !fields ? null : { recording, fields, seeds };
}

export const fetchPage = (data: Data, settings: Settings, window: Window) =>
  post<string>("api/page", { ...runOf(data, settings), window }, (response) => response.text());
