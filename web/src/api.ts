// What the server is asked: docs/serve.md describes it.

import { parse, type Data, type Mistake } from "./data";

/** What is searched: the arguments of the command, and the files that they name. */
export interface Wanted {
    arguments: string[];
    files: Record<string, string>;
    puzzle?: number;
    from?: number;
    take?: number;
    /** The number of the mistake that is played. */
    mistake?: number;
    pins?: Pin[];
}

/** What was placed instead, and searched below: the step at which it was asked, and which option. */
export type Pin = [step: number, option: number];

/** What the open slot might be filled with. */
export interface SlotOption {
    label: string;
    allowed: boolean;
    /** The mark that rules it out, where it has a name. */
    mark: string | null;
}

/** Why there is no answer; of an input also where in it. */
export interface Trouble {
    kind: string;
    message: string;
    file?: string;
    line?: number;
    column?: number;
    text?: string;
}

export class Refused extends Error {
    constructor(readonly trouble: Trouble) {
        super(trouble.message);
    }
}

const UNREACHED: Trouble = {
    kind: "connection",
    message: "The server does not answer. Is `tremaux serve` still running?",
};

async function post(name: string, fields: object, signal: AbortSignal): Promise<Response> {
    const response = await reached(
        fetch(`/api/v1/${name}`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify(fields),
            signal,
        }),
        signal,
    );
    if (response.ok) return response;
    const answer = await response.json().catch(() => undefined);
    throw new Refused(answer?.error ?? { kind: "bug", message: `The server answers ${response.status}.` });
}

/** What was promised, or that the server was not reached; who cancels knows. */
async function reached<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
    try {
        return await promise;
    } catch (error) {
        signal.throwIfAborted();
        throw error instanceof Refused ? error : new Refused(UNREACHED);
    }
}

export async function play(wanted: Wanted, signal: AbortSignal): Promise<Data> {
    const response = await post("play", wanted, signal);
    return parse(await reached(response.text(), signal));
}

/** The options of the slot that is open after a step. */
export async function options(wanted: Wanted, step: number, signal: AbortSignal): Promise<SlotOption[]> {
    const response = await post("options", { ...wanted, step }, signal);
    return (await reached(response.json(), signal)).options;
}

export interface Progress {
    calls: number;
    solutions: number;
    fraction: number;
}

export interface Counted {
    /** A string past 2^53; nothing where it was stopped and nothing is known. */
    count: number | string | null;
    complete: boolean;
    stats: Record<string, number> | null;
    seconds: number;
}

/** Counts; `progress` is told again and again how far it is. `stats`: what the search does is asked for too. */
export async function count(
    wanted: Wanted,
    stats: boolean,
    signal: AbortSignal,
    progress: (progress: Progress) => void,
): Promise<Counted> {
    const response = await post("count", { ...wanted, stats }, signal);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
        const { done, value } = await reached(reader.read(), signal);
        text += value ?? "";
        const lines = text.split("\n");
        text = lines.pop()!;
        for (const line of lines) {
            const said = JSON.parse(line);
            if (said.error) throw new Refused(said.error);
            if ("count" in said) return said;
            progress(said);
        }
        if (done) throw new Refused(UNREACHED);
    }
}

export interface Mistakes {
    roles: string[];
    strokes: string[];
    mistakes: Mistake[];
}

export async function mistakes(wanted: Wanted, signal: AbortSignal): Promise<Mistakes> {
    const response = await post("mistakes", wanted, signal);
    return reached(response.json(), signal);
}

export async function tree(wanted: Wanted, signal: AbortSignal): Promise<ArrayBuffer> {
    const response = await post("tree", wanted, signal);
    return reached(response.arrayBuffer(), signal);
}

export async function save(wanted: Wanted, how: object, signal: AbortSignal): Promise<Blob> {
    const response = await post("export", { ...wanted, ...how }, signal);
    return reached(response.blob(), signal);
}
