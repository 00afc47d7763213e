// What comes of a question that is no search to be seen: a count, or trouble.

import type { App, Counting } from "./app";
import type { Counted, Trouble } from "./api";

const number = (value: number | string) => BigInt(value).toLocaleString("en");
const NAMES: Record<string, string> = { dead_ends: "dead ends" };

function found({ count, complete }: Counted): string {
    if (count === null) return "Stopped at the limit of time";
    const solutions = `${number(count)} solution${count === 1 ? "" : "s"}`;
    return complete ? solutions : `${solutions} so far: stopped at the limit of time`;
}

/** How far a count is, or what it found; above a player it is in short. */
export function CountView({ app, counting, short }: { app: App; counting: Counting; short: boolean }) {
    const { progress, counted, cancelled } = counting;
    const isOver = counted !== undefined || cancelled;
    const quantities = counted?.stats ?? (progress && progress.calls > 0 && { calls: progress.calls, solutions: progress.solutions });
    const title = counted ? found(counted) : cancelled ? "Cancelled" : "Counting …";
    const nodes = counted?.stats?.calls;
    return (
        <section class={`counting ${short ? "short" : ""}`} aria-label="Count">
            {short && <p>This search is too long to be played to its end: its first steps are here.</p>}
            {short ? <p class="title">{title}</p> : <h1>{title}</h1>}
            {!isOver && (
                <>
                    <progress max="1" value={progress?.fraction ?? 0} aria-label="How much of the tree is searched" />
                    <p class="percent">{`${Math.floor(100 * (progress?.fraction ?? 0))} % of the tree`}</p>
                    <button type="button" onClick={() => app.cancel()}>
                        Cancel
                    </button>
                </>
            )}
            {quantities && (
                <dl>
                    {Object.entries(quantities)
                        .filter(([name]) => !short || ["calls", "dead_ends"].includes(name))
                        .map(([name, value]) => (
                            <div key={name}>
                                <dt>{NAMES[name] ?? name}</dt>
                                <dd>{value.toLocaleString("en")}</dd>
                            </div>
                        ))}
                </dl>
            )}
            {counted?.complete && !counted.stats && <p class="hint">Known without a search, by a formula or a faster count.</p>}
            {counted && !short && <p class="hint">{`${counted.seconds.toFixed(2)} s`}</p>}
            {short && nodes !== undefined && (
                <button
                    type="button"
                    onClick={() => {
                        app.question.value = "tree";
                        void app.run();
                    }}
                >
                    The whole tree
                </button>
            )}
        </section>
    );
}

/** What went wrong, and where in the input. */
export function TroubleView({ app, trouble }: { app: App; trouble: Trouble }) {
    const { kind, message, file, line, column, text } = trouble;
    const at = column === undefined ? 0 : Math.max(0, column - 1);
    const from = Math.max(0, at - 40);
    return (
        <section class="trouble" role="alert">
            <h1>{kind === "connection" ? "No answer" : kind === "busy" ? "Busy" : "That cannot be searched"}</h1>
            <p>{message.charAt(0).toUpperCase() + message.slice(1)}</p>
            {line !== undefined && text !== undefined && (
                <pre aria-label={`${file}, line ${line}, column ${column}`}>
                    <span class="place">{`${file}, line ${line}, column ${column}`}</span>
                    {`\n${from > 0 ? "…" : ""}${text.slice(from, from + 80)}\n${" ".repeat(at - from + (from > 0 ? 1 : 0))}`}
                    <b>^</b>
                </pre>
            )}
            <button type="button" onClick={() => void app.run()}>
                Try again
            </button>
        </section>
    );
}
