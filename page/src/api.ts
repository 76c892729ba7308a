// Requests to the server. Of those of one kind, only the response to the last is used.

import type { Recording } from "./recording";
import type { Data, Fields, Form, Settings, Verdict, Window } from "./types";

export class RequestError extends Error {}

const running = new Map<string, AbortController>();

// Returns null if a later request of this kind was sent meanwhile.
async function post<T>(path: string, body: unknown, read: (response: Response) => Promise<T>): Promise<T | null> {
  running.get(path)?.abort();
  const control = new AbortController();
  running.set(path, control);
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: control.signal,
    });
    if (!response.ok) throw new RequestError(await sentence(response));
    return await read(response);
  } catch (error) {
    if (control.signal.aborted) return null;
    if (error instanceof RequestError) throw error;
    throw new RequestError("The server does not respond; is rosenblatt play still running?");
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
  return { ...settings, ...rowsOf(data), columns: data.columns, names: data.names };
}

export async function fetchForm(): Promise<Form> {
  return (await fetch("api/form")).json() as Promise<Form>;
}

export interface Preset {
  columns: string[];
  rows: number[][];
  labels: string[];
  names: string[] | null;
}

export const fetchPreset = (name: string, noise: number) => post<Preset>("api/preset", { name, noise }, json);

export const fetchTrace = (data: Data, settings: Settings) => post<Recording>("api/trace", runOf(data, settings), json);

export const fetchVerdicts = (data: Data, fitIntercept: boolean) =>
  post<Verdict[]>("api/certify", { ...rowsOf(data), fit_intercept: fitIntercept }, json);

export const fetchFields = (data: Data, settings: Settings, window: Window) =>
  post<Fields>("api/boundary", { ...runOf(data, settings), window }, json);

export const fetchPage = (data: Data, settings: Settings) =>
  post<string>("api/page", runOf(data, settings), (response) => response.text());
