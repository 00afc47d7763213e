// What comes of a question that is not a player: a count, mistakes, trouble.

import type { App, Counting } from "./app";
import type { Counted, Ended, Mistake, Mistakes, Side, Trouble } from "./api";
import { Board } from "./board";
import { alone } from "./search";

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

const happened = (side: Side) =>
    `${side.event}${side.choice === null ? "" : ` ${side.choice}`}${side.mark === null ? "" : `: ${side.mark}`}`;

function ended({ complete, stats, fault }: Ended): string {
    const many = (count: number, what: string) => `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
    const counted = [many(stats.solutions, "solution"), many(stats.calls, "call"), many(stats.dead_ends, "dead end")].join(", ");
    if (fault !== null) return `It breaks after ${counted}: ${fault}.`;
    return complete ? `It ends with ${counted}.` : `More than ${counted}: stopped there.`;
}

interface SideProps {
    name: string;
    side: Side | null;
    end: Ended;
    found: Mistakes;
    /** Whether what was saved differs at the step, and at the end; and whether what is left does. */
    differs: { saved: boolean; savedAtEnd: boolean; left: boolean };
}

function SideView({ name, side, end, found, differs }: SideProps) {
    const scene = side && alone(side.scene, found.roles);
    return (
        <div class={`side ${name}`}>
            <h3>{name}</h3>
            {side && scene ? (
                <>
                    <p class="event">{happened(side)}</p>
                    <Board scene={scene} strokes={found.strokes} label={`The ${name} program after ${happened(side)}`} />
                    <dl>
                        {scene.marks
                            .filter((mark) => mark[1] !== "")
                            .slice(0, 8)
                            .map(([, title, , members]) => (
                                <div key={title}>
                                    <dt>{title}</dt>
                                    <dd>{`{${members.join(", ")}}`}</dd>
                                </div>
                            ))}
                    </dl>
                    {side.fault !== null && <p class="fault">{side.fault}</p>}
                    {differs.saved && <Text title="The board saved" text={side.saved} />}
                </>
            ) : (
                <p class="event">it has ended</p>
            )}
            <p>{ended(end)}</p>
            {differs.savedAtEnd && <Text title="The first board saved, at the end" text={end.saved} />}
            {differs.left && (
                <>
                    <p class="hint">What is left at the end</p>
                    <Board
                        scene={alone(end.scene, found.roles)}
                        strokes={found.strokes}
                        label={`What the ${name} program leaves`}
                    />
                </>
            )}
        </div>
    );
}

function Text({ title, text }: { title: string; text: string | null }) {
    return (
        <div>
            <p class="hint">{title}</p>
            <pre>{text ?? "none"}</pre>
        </div>
    );
}

function MistakeView({ mistake, found }: { mistake: Mistake; found: Mistakes }) {
    const { name, right_line, wrong_line, leads_to, step, right, wrong, right_ends, wrong_ends } = mistake;
    const differs = {
        saved: right !== null && wrong !== null && right.saved !== wrong.saved,
        savedAtEnd: right_ends.saved !== wrong_ends.saved && right_ends.saved !== "",
        left:
            wrong_ends.fault === null &&
            JSON.stringify(right_ends.scene.cells) !== JSON.stringify(wrong_ends.scene.cells),
    };
    return (
        <article class="mistake">
            <h2>{name}</h2>
            <dl class="lines">
                <dt>right</dt>
                <dd>{right_line}</dd>
                <dt>wrong</dt>
                <dd>{wrong_line}</dd>
            </dl>
            <p>{step === null ? "On this input they never part." : `They part at step ${step.toLocaleString("en")}.`}</p>
            <div class="sides">
                <SideView name="right" side={right} end={right_ends} found={found} differs={differs} />
                <SideView name="wrong" side={wrong} end={wrong_ends} found={found} differs={differs} />
            </div>
            <p>{`It leads to this: ${leads_to}.`}</p>
        </article>
    );
}

export function MistakesView({ found }: { found: Mistakes }) {
    return (
        <main class="mistakes">
            <h1>Programs with a mistake, beside the right one</h1>
            {found.mistakes.map((mistake) => (
                <MistakeView key={mistake.name} mistake={mistake} found={found} />
            ))}
        </main>
    );
}
